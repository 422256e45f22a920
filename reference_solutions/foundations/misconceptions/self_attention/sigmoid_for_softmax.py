"""
en: A sigmoid in the place of the softmax
es: Una sigmoide en lugar del softmax

done: Each score goes through 1 / (1 + e^-s) by itself.
why: Then nobody shares anything out: the weights of a row don't add up to 1, and Z grows with the number of tokens.
    In the softmax the tokens compete, so that more for one means less for the others.
try: Add up a row of your A. What should the sum be, whatever the scores are?

hecho: Cada puntuación pasa por su cuenta por 1 / (1 + e^-s).
por_que: Así nadie reparte nada: los pesos de una fila no suman 1 y Z crece con el número de tokens. En el softmax los
    tokens compiten, de modo que más para uno es menos para los otros.
prueba: Suma una fila de tu A. ¿Cuánto debería dar, sean cuales sean las puntuaciones?

fails: values, weights
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, with a sigmoid."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_Q.shape[-1])
    A = 1 / (1 + np.exp(-S))
    return A @ V, A
