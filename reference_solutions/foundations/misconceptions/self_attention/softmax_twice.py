"""
en: The softmax is applied twice
es: El softmax se aplica dos veces

done: The weights go through the softmax again.
why: What comes out of a softmax lies between 0 and 1, so a second one sees scores that hardly differ: its weights are
    all nearly alike, and no token can attend to one other alone.
try: Give one token a score of 100 and the others 0. What's the largest weight you get, and what should it be?

hecho: Los pesos pasan otra vez por el softmax.
por_que: Lo que sale de un softmax está entre 0 y 1, así que el segundo ve puntuaciones que apenas difieren: sus pesos
    son casi iguales y ningún token puede atender solo a otro.
prueba: Dale a un token una puntuación de 100 y a los demás 0. ¿Cuál es el mayor peso que te sale y cuál debería ser?

fails: values
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, with another softmax."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_Q.shape[-1])
    A = softmax(softmax(S))
    return A @ V, A
