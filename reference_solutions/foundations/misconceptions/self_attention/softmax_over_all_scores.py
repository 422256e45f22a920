"""
en: One softmax for the whole matrix of scores
es: Un solo softmax para toda la matriz de puntuaciones

done: All entries of your A together add up to 1.
why: Each token has an attention of 1 to share out among all. Here n tokens share a single one, so that each has about
    1/n, and the outputs shrink as the text grows.
try: Print A.sum() and A.sum(axis=1) for 3 tokens. Which of these numbers should be 1?

hecho: Todas las entradas de tu A suman 1 entre ellas.
por_que: Cada token tiene una atención de 1 para repartir entre todos. Aquí n tokens comparten una sola, así que a cada
    uno le toca más o menos 1/n y las salidas encogen a medida que crece el texto.
prueba: Imprime A.sum() y A.sum(axis=1) con 3 tokens. ¿Cuáles de estos números deberían valer 1?

fails: values, weights
catalogue: AT-10
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, normalised over all queries and keys."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_Q.shape[-1])
    exponentials = np.exp(scores - scores.max())
    A = np.asarray(exponentials / exponentials.sum())
    return A @ V, A
