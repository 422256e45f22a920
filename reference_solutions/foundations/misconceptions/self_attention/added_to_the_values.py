"""
en: The values are added to the output
es: Los valores se suman a la salida

done: Z is A V plus V, a residual connection.
why: A block of a transformer adds its input to what attention gives, but outside of it. Here Z is the mixture alone:
    each row lies between the rows of V.
try: Take all rows of V equal. What must Z be then, and what is yours?

hecho: Z es A V más V, una conexión residual.
por_que: Un bloque del transformer suma su entrada a lo que da la atención, pero fuera de ella. Aquí Z es solo la
    mezcla: cada fila queda entre las filas de V.
prueba: Toma todas las filas de V iguales. ¿Cuánto ha de valer Z entonces y cuánto vale la tuya?

fails: values, weights
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, with a residual connection."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    S = Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_Q.shape[-1])
    A = softmax(S)
    return V + A @ V, A
