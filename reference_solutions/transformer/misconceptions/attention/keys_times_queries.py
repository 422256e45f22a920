"""
en: Keys times queries: the score matrix is the wrong way round
es: Claves por consultas: la matriz de puntuaciones está al revés

done: You compute K Qᵀ, so that a row of your scores belongs to a key and a column to a query.
why: Softmax and mask then work on the wrong thing without noticing. With as many queries as keys the shapes fit all
    the same, and the course's "el gato duerme" can't give it away: its score matrix is symmetric.
try: Take 2 queries and 5 keys. Which shape must the weights have, so that every query gets one share for each key?

hecho: Calculas K Qᵀ, de modo que cada fila de tus puntuaciones pertenece a una clave y cada columna a una consulta.
por_que: El softmax y la máscara trabajan entonces sobre lo que no es, y sin enterarse. Con tantas consultas como
    claves las formas encajan igual, y «el gato duerme» no lo delata: su matriz de puntuaciones es simétrica.
prueba: Toma 2 consultas y 5 claves. ¿Qué forma deben tener los pesos para que cada consulta tenga una parte para cada
    clave?

fails: values
catalogue: AT-11
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with K Qᵀ."""
    scores = K @ np.swapaxes(Q, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights @ V, weights
