"""
en: Keys times queries: A is the wrong way round
es: Claves por consultas: A está al revés

done: You compute K Qᵀ, so that a row of A belongs to a key and a column to a query.
why: In self-attention there are as many queries as keys, so the shapes fit all the same, and the example of "el gato
    duerme" can't give it away: its score matrix is symmetric. But now each token collects from those who look for it,
    not from those it looks for.
try: Choose W_Q and W_K such that token 0 looks for token 1, and token 1 for nobody. Which entry of A must be large,
    and which one is?

hecho: Calculas K Qᵀ, de modo que una fila de A pertenece a una clave y una columna a una consulta.
por_que: En la autoatención hay tantas consultas como claves, así que las formas encajan igual, y el ejemplo de «el
    gato duerme» no lo delata: su matriz de puntuaciones es simétrica. Pero ahora cada token recoge de quienes lo
    buscan a él, no de aquellos a los que él busca.
prueba: Elige W_Q y W_K de forma que el token 0 busque al token 1, y el token 1 a nadie. ¿Qué elemento de A debe ser
    grande y cuál lo es?

fails: values, queries_and_keys
catalogue: AT-11
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, with K Qᵀ."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(K @ np.swapaxes(Q, -2, -1) / math.sqrt(W_Q.shape[-1]))
    return A @ V, A
