"""
en: The scores aren't divided by √d_k
es: Las puntuaciones no se dividen por √d_k

done: The dot products q·k go into the softmax as they are.
why: A dot product of d_k independent terms spreads like √d_k. The wider the queries, the closer each row of A comes to
    a single 1, and a softmax that is so sure of itself passes hardly any gradient on.
try: Print the largest entry of A for random matrices with d_k = 4 and with d_k = 256. Which factor of the formula
    should keep the two alike?

hecho: Los productos escalares q·k entran en el softmax tal cual.
por_que: Un producto escalar de d_k términos independientes se dispersa como √d_k. Cuanto más anchas son las consultas,
    más se acerca cada fila de A a un único 1, y un softmax tan seguro de sí mismo apenas deja pasar gradiente.
prueba: Imprime el elemento más grande de A con matrices aleatorias para d_k = 4 y para d_k = 256. ¿Qué factor de la
    fórmula debería hacer que se parezcan?

fails: values, scaled
catalogue: AT-01
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, without the division."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ np.swapaxes(K, -2, -1))
    return A @ V, A
