"""
en: The scores come back in place of the weights
es: Se devuelven las puntuaciones en lugar de los pesos

done: Your output is right, but the second thing you return is the matrix as it was before the softmax.
why: Whoever draws it as a heat map, or reads off how much a token looks at another, takes it for shares between 0 and
    1. Scores are negative or large as they please, and under a mask they hold -inf.
try: Print the sum of each row of what you return, and multiply it by V. Do you get your own output?

hecho: Tu salida es correcta, pero lo segundo que devuelves es la matriz tal como estaba antes del softmax.
por_que: Quien la dibuje como mapa de calor, o lea en ella cuánto mira un token a otro, creerá que son partes entre 0
    y 1. Las puntuaciones son negativas o grandes, como les toque, y con una máscara contienen -inf.
prueba: Imprime la suma de cada fila de lo que devuelves y multiplícalo por V. ¿Obtienes tu propia salida?

fails: weights
catalogue: AT-15
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with the scores in the second place."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    return softmax(scores) @ V, scores
