"""
en: The keys are mixed, not the values
es: Se mezclan las claves, no los valores

done: Z is A times the keys.
why: The key says what a token can be found by, the value what it then says. With the keys mixed, W_V has no part in
    the answer, and Z has d_k columns where d_v are asked.
try: Change W_V and look at Z again. Should it stay as it is?

hecho: Z es A por las claves.
por_que: La clave dice por qué se encuentra un token; el valor, lo que dice después. Si se mezclan las claves, W_V no
    interviene en la respuesta y Z tiene d_k columnas donde se piden d_v.
prueba: Cambia W_V y vuelve a mirar Z. ¿Debería quedarse igual?

fails: values, weights
catalogue: AT-14
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax

Numbers = NDArray[np.float64]


def self_attention(X: Numbers, W_Q: Numbers, W_K: Numbers, W_V: Numbers) -> tuple[Numbers, Numbers]:
    """As the reference, with A K."""
    Q, K = X @ W_Q, X @ W_K
    S = Q @ np.swapaxes(K, -2, -1) / math.sqrt(W_Q.shape[-1])
    A = softmax(S)
    return A @ K, A
