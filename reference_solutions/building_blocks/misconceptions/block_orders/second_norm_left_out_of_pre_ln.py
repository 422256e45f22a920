"""
en: In pre-LN the network's norm is left out
es: En pre-LN falta la norma de la red

done: The network is given the first sum as it is: norm2 is never called. Your first half is right.
why: The stream grows with every block, and what the network makes of it grows as well and is added on top: in a deep
    model the numbers run away.
try: How many of the five arguments stand in the body of this function? Which of them is missing, and where does the
    formula have it?

hecho: La red recibe la primera suma tal como está: norm2 no se llama nunca. Tu primera mitad está bien.
por_que: El flujo crece con cada bloque, y lo que la red hace con él crece también y se le suma: en un modelo profundo
    los números se disparan.
prueba: ¿Cuántos de los cinco argumentos aparecen en el cuerpo de esta función? ¿Cuál falta, y dónde lo tiene la
    fórmula?

fails: pre_values, pre_norms
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, without the second norm."""
    y = x + attention(norm1(x))
    return y + ffn(y)
