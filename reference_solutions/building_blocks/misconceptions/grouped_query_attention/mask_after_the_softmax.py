"""
en: The mask acts after the softmax
es: La máscara actúa después del softmax

done: The weights are computed for all keys, and those of blocked keys are set to 0 afterwards.
why: What is left no longer adds up to 1, and the blocked keys still have a say: they stood in the sum by which all
    weights were divided.
try: Add up a row of the weights with a mask. What should come out, and what does?

hecho: Se calculan los pesos de todas las claves y después se ponen a 0 los de las bloqueadas.
por_que: Lo que queda ya no suma 1, y las claves bloqueadas siguen influyendo: estaban en la suma por la que se
    dividieron todos los pesos.
prueba: Suma una fila de pesos con máscara. ¿Qué debería salir y qué sale?

fails: mask
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.attention import attention


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """Weights of blocked keys set to 0."""
    group = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, group, axis=-3), np.repeat(V, group, axis=-3)
    _, weights = attention(Q, K, V)
    weights = weights if mask is None else weights * mask
    return weights @ V, weights
