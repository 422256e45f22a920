"""
en: Each column is divided by the sum of a row
es: Cada columna se divide entre la suma de una fila

done: In exp(S) / exp(S).sum(axis=-1) the sums have no axis of their own, and NumPy lines them up with the columns.
why: The sum of row i then divides column i. A is square, so nothing warns you, but its rows don't add up to 1.
try: Print the shape of your sums. Which shape must they have so that each of them divides its own row?

hecho: En exp(S) / exp(S).sum(axis=-1) las sumas no tienen eje propio y NumPy las alinea con las columnas.
por_que: Así la suma de la fila i divide la columna i. A es cuadrada, de modo que nada te avisa, pero sus filas no
    suman 1.
prueba: Imprime la forma de tus sumas. ¿Qué forma deben tener para que cada una divida su propia fila?

fails: values, weights
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, without keepdims."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_Q.shape[-1])
    E = np.exp(S)
    A = E / E.sum(axis=-1)
    return A @ V, A
