"""
en: The scores are K Qᵀ, not Q Kᵀ
es: Las puntuaciones son K Qᵀ y no Q Kᵀ

done: The rows of your scores belong to keys and the columns to queries.
why: Row i must say how well query i suits every key. Turned over, each token gets the weights of those that look at
    it, and with a mask the future of the one is the past of the other.
try: Take as many queries as keys, and let only query 0 suit only key 2. In which row of your weights is the large
    number?

hecho: Las filas de tus puntuaciones son de las claves y las columnas, de las consultas.
por_que: La fila i debe decir cuánto encaja la consulta i con cada clave. Al revés, cada token recibe los pesos de
    quienes lo miran a él, y con una máscara el futuro de uno es el pasado de otro.
prueba: Toma tantas consultas como claves y haz que solo la consulta 0 encaje, y solo con la clave 2. ¿En qué fila de
    tus pesos está el número grande?

fails: values
catalogue: AT-08
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.attention import attention


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """As the reference, with keys for queries and queries for keys."""
    group = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, group, axis=-3), np.repeat(V, group, axis=-3)
    return attention(K, Q, V, mask)
