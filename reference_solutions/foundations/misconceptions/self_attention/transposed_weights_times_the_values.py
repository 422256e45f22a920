"""
en: The values are mixed with the transpose of A
es: Los valores se mezclan con la traspuesta de A

done: Your A is right, but in the product with V its rows and columns are exchanged.
why: A token then doesn't collect what it looks at; it collects from those who look at it, and the shares it gets this
    way don't add up to 1.
try: Choose W_V such that X W_V is the identity: Z should then be A itself. Is it? Which sum is 1, that of a row of Z
    or that of a column?

hecho: Tu A es correcta, pero en el producto con V sus filas y columnas están intercambiadas.
por_que: Así un token no recoge de aquello que mira, sino de quienes lo miran a él, y las partes que recibe no suman 1.
prueba: Elige W_V de forma que X W_V sea la identidad: Z debería ser entonces la propia A. ¿Lo es? ¿Qué suma 1, una
    fila de Z o una columna?

fails: values, weights
catalogue: AT-12
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """The reference's weights, transposed in the last product."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_Q.shape[-1]))
    return np.swapaxes(A, -2, -1) @ V, A
