"""
en: In post-LN the norm of the first sum is left out
es: En post-LN falta la norma de la primera suma

done: The sum of x and the attention goes on as it is: norm1 is never called. Your second half is right.
why: The network is then given numbers of any size, those that x and the attention happen to have together. Each
    sublayer has a norm of its own, so that the next one can rely on the size of what it is given.
try: How many of the five arguments stand in the body of this function? Which of them is missing, and where does the
    formula have it?

hecho: La suma de x y la atención sigue tal como está: norm1 no se llama nunca. Tu segunda mitad está bien.
por_que: Así la red recibe números de cualquier tamaño, el que tengan por azar x y la atención juntas. Cada subcapa
    tiene una norma propia para que la siguiente pueda contar con el tamaño de lo que recibe.
prueba: ¿Cuántos de los cinco argumentos aparecen en el cuerpo de esta función? ¿Cuál falta, y dónde lo tiene la
    fórmula?

fails: post_values, post_norms
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def post_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, without the first norm."""
    y = x + attention(x)
    return norm2(y + ffn(y))
