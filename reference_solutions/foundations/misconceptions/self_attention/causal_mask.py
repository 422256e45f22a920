"""
en: Later tokens are hidden, though nobody asked
es: Se ocultan los tokens posteriores sin que nadie lo pida

done: Your scores above the diagonal are masked.
why: A language model needs that so that it can't see what it's to predict. Here a whole sentence is read: each token
    may look at all others, also at those after it.
try: Print the first row of your A. May the first token of a sentence look at the last one here?

hecho: Tus puntuaciones por encima de la diagonal están enmascaradas.
por_que: Un modelo de lenguaje lo necesita para no ver lo que ha de predecir. Aquí se lee una frase entera: cada token
    puede mirar a todos los demás, también a los que vienen después.
prueba: Imprime la primera fila de tu A. ¿Puede aquí el primer token de una frase mirar al último?

fails: values, queries_and_keys
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, causal."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_Q.shape[-1])
    A = softmax(np.where(np.tri(len(X), dtype=bool), S, -np.inf))
    return A @ V, A
