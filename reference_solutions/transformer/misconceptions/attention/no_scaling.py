"""
en: The scores aren't divided by √d_k
es: Las puntuaciones no se dividen por √d_k

done: The dot products q·k go into the softmax as they are.
why: A dot product of d_k independent terms spreads like √d_k. The wider the head, the closer each row of weights
    comes to a single 1, and the gradient through a saturated softmax all but vanishes.
try: Print the largest weight of a row for random queries and keys with d_k = 4 and with d_k = 256. Which factor of
    the formula should keep the two alike?

hecho: Los productos escalares q·k entran en el softmax tal cual.
por_que: Un producto escalar de d_k términos independientes se dispersa como √d_k. Cuanto más ancha es la cabeza, más
    se acerca cada fila de pesos a un único 1, y el gradiente a través de un softmax saturado casi desaparece.
prueba: Imprime el peso más grande de una fila para consultas y claves aleatorias con d_k = 4 y con d_k = 256. ¿Qué
    factor de la fórmula debería hacer que se parezcan?

fails: values, scaled
catalogue: AT-01
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, without the division."""
    scores = Q @ np.swapaxes(K, -2, -1)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores, axis=-1)
    return weights @ V, weights
