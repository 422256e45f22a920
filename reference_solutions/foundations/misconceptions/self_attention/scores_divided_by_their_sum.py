"""
en: The scores are divided by their sum, without the exponential
es: Las puntuaciones se dividen entre su suma, sin la exponencial

done: A is each score divided by the sum of its row.
why: Scores may be negative, and so then are your weights; where a row adds up to nearly 0, they become enormous. The
    exponential makes every score positive first. The division by √d_k also cancels out in your formula.
try: Take the scores 1 and -1. What are your weights, and what should they be?

hecho: A es cada puntuación dividida entre la suma de su fila.
por_que: Las puntuaciones pueden ser negativas, y entonces también lo son tus pesos; donde una fila suma casi 0, se
    hacen enormes. La exponencial vuelve primero positiva cada puntuación. Además, en tu fórmula la división entre
    √d_k se cancela.
prueba: Toma las puntuaciones 1 y -1. ¿Qué pesos te salen y cuáles deberían ser?

fails: values, weights
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, without the exponential."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_Q.shape[-1])
    A = S / S.sum(axis=-1, keepdims=True)
    return A @ V, A
