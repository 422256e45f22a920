"""
en: Queries meet queries; W_K isn't used
es: Las consultas se encuentran con consultas; W_K no se usa

done: Both factors of your product come from W_Q.
why: Every token then looks mostly at itself and at what is like it: nothing can look for something else than it is.
    W_K is there so that a token can offer itself as another thing than it looks for.
try: Change W_K and look at A again. Should it stay as it is?

hecho: Los dos factores de tu producto vienen de W_Q.
por_que: Así cada token se mira sobre todo a sí mismo y a lo que se le parece: nada puede buscar algo distinto de lo
    que es. W_K está para que un token pueda ofrecerse como algo distinto de lo que busca.
prueba: Cambia W_K y vuelve a mirar A. ¿Debería quedarse igual?

fails: values, queries_and_keys
catalogue: AT-23
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, with the queries as keys."""
    Q, K, V = X @ W_Q, X @ W_Q, X @ W_V
    S = Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_Q.shape[-1])
    A = softmax(S)
    return A @ V, A
