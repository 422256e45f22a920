"""
en: The scores are multiplied by √d_k
es: Las puntuaciones se multiplican por √d_k

done: √d_k comes in, but it enlarges the scores instead of reducing them.
why: The scores then spread like d_k and not like 1, and almost all the weight of a query falls on a single key before
    anything has been learned.
try: For random queries and keys with d_k = 64, print scores.std() just before the softmax. Is it near 64, near 8 or
    near 1, and which of the three did you want?

hecho: √d_k aparece, pero agranda las puntuaciones en vez de reducirlas.
por_que: Las puntuaciones se dispersan entonces como d_k y no como 1, y casi todo el peso de una consulta cae en una
    sola clave antes de haber aprendido nada.
prueba: Con consultas y claves aleatorias y d_k = 64, imprime la desviación típica de las puntuaciones justo antes del
    softmax. ¿Sale cerca de 64, de 8 o de 1? ¿Cuál de los tres querías?

fails: values, scaled
catalogue: AT-03
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, with another divisor."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ np.swapaxes(K, -2, -1) / K.shape[-1] ** -0.5)
    return A @ V, A
