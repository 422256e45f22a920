"""
en: In post-LN the norm of the second sum is left out
es: En post-LN falta la norma de la segunda suma

done: What leaves your block is the sum of the stream and the network as it is: norm2 is never called. Your first half
    is right.
why: In post-LN a norm is the last thing in the block: the next one can rely on the size of what it is given. Here that
    depends on what the network happens to add.
try: How many of the five arguments stand in the body of this function? Which of them is missing, and where does the
    formula have it?

hecho: De tu bloque sale la suma del flujo y la red tal como está: norm2 no se llama nunca. Tu primera mitad está bien.
por_que: En post-LN lo último del bloque es una norma: el siguiente puede contar con el tamaño de lo que recibe. Aquí
    depende de lo que la red sume por casualidad.
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
    """As the reference, without the second norm."""
    y = norm1(x + attention(x))
    return y + ffn(y)
