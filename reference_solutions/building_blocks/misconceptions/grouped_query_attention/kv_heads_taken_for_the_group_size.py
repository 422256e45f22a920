"""
en: The number of KV heads is taken for the size of a group
es: El número de cabezas KV se toma por el tamaño del grupo

done: Each KV head is repeated as many times as there are KV heads.
why: A KV head must be repeated h / h_kv times, once for each query head of its group. The two numbers agree only
    where h is the square of h_kv.
try: Take 6 query heads and 2 KV heads. How many query heads share one KV head, and how many times do you repeat it?

hecho: Cada cabeza KV se repite tantas veces como cabezas KV hay.
por_que: Una cabeza KV debe repetirse h / h_kv veces, una por cada cabeza de consulta de su grupo. Los dos números
    solo coinciden cuando h es el cuadrado de h_kv.
prueba: Toma 6 cabezas de consulta y 2 cabezas KV. ¿Cuántas cabezas de consulta comparten una cabeza KV y cuántas
    veces la repites?

fails: values, group_order, equals_multihead, mask, convention
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.attention import attention


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """Repeated h_kv times."""
    group = K.shape[-3]
    return attention(Q, np.repeat(K, group, axis=-3), np.repeat(V, group, axis=-3), mask)
