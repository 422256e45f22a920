"""
en: One softmax for the whole matrix of scores
es: Un solo softmax para toda la matriz de puntuaciones

done: All the weights of all the queries together add up to 1.
why: With n queries each has 1/n to give away on average, and a query with low scores even less. The longer the text,
    the smaller the outputs.
try: Print weights.sum() for 3 queries and for 30. What should this number be, if each query gives away exactly 1?

hecho: Todos los pesos de todas las consultas suman 1 entre ellos.
por_que: Con n consultas, cada una tiene de media 1/n para repartir, y una consulta con puntuaciones bajas aún menos.
    Cuanto más largo es el texto, más pequeñas son las salidas.
prueba: Imprime weights.sum() con 3 consultas y con 30. ¿Cuánto debería valer, si cada consulta reparte exactamente 1?

fails: values, weights, mask_before_softmax, blocked_is_invisible
catalogue: AT-10
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, normalised over all queries and keys."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    exponentials = np.exp(scores - scores.max(axis=(-2, -1), keepdims=True))
    weights = np.asarray(exponentials / exponentials.sum(axis=(-2, -1), keepdims=True))
    return weights @ V, weights
