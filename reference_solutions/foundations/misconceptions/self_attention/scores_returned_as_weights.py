"""
en: The scores come back in place of A
es: Se devuelven las puntuaciones en lugar de A

done: Your Z is right, but the second thing you return is the matrix as it was before the softmax.
why: Whoever draws it as a heat map, or reads off how much a token looks at another, takes it for shares between 0 and
    1. Scores are negative or large as they please.
try: Print the sum of each row of what you return, and multiply it by the values. Do you get your own Z?

hecho: Tu Z es correcta, pero lo segundo que devuelves es la matriz tal como estaba antes del softmax.
por_que: Quien la dibuje como mapa de calor, o lea en ella cuánto mira un token a otro, creerá que son partes entre 0 y
    1. Las puntuaciones son negativas o grandes, como les toque.
prueba: Imprime la suma de cada fila de lo que devuelves y multiplícalo por los valores. ¿Obtienes tu propia Z?

fails: weights
catalogue: AT-15
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """The right output, and the scores in the place of the weights."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_Q.shape[-1])
    return softmax(scores) @ V, scores
