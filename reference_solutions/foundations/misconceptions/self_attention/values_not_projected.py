"""
en: X itself is mixed, not the values
es: Se mezcla la propia X, no los valores

done: A is multiplied by X; W_V isn't used.
why: What a token passes on need not be what it is: W_V chooses which part of it others get, in how many numbers.
    Without it Z has the width of X, whatever d_v was asked.
try: Print the shape of Z for a W_V with 3 columns. How many should Z have?

hecho: A se multiplica por X; W_V no se usa.
por_que: Lo que un token transmite no tiene por qué ser lo que es: W_V elige qué parte de él reciben los demás y en
    cuántos números. Sin ella Z tiene la anchura de X, se pida la d_v que se pida.
prueba: Imprime la forma de Z con una W_V de 3 columnas. ¿Cuántas debería tener Z?

fails: values, weights
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, with X in the place of X W_V."""
    Q, K = X @ W_Q, X @ W_K
    A = softmax(Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_Q.shape[-1]))
    return A @ X, A
