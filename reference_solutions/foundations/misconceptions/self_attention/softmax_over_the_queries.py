"""
en: The softmax runs over the queries
es: El softmax recorre las consultas

done: In your A each column adds up to 1, not each row.
why: A row of A is one token's attention, to be shared out among all. Here each token's attention is whatever is left
    over: some get more than 1 in all, others next to nothing.
try: Print A.sum(axis=0) and A.sum(axis=1). In which of the two are the ones, and whose attention adds up to 1 there?

hecho: En tu A suma 1 cada columna, no cada fila.
por_que: Una fila de A es la atención de un token, que él reparte entre todos. Aquí a cada token le queda la que sobra:
    unos reúnen más de 1 y otros casi nada.
prueba: Imprime A.sum(axis=0) y A.sum(axis=1). ¿En cuál de las dos están los unos, y de quién es la atención que suma 1
    ahí?

fails: values, weights
catalogue: AT-08
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, with the softmax along the axis of the queries."""
    Q, K, V = X @ W_Q, X @ W_K, X @ W_V
    A = softmax(Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_Q.shape[-1]), axis=-2)
    return A @ V, A
