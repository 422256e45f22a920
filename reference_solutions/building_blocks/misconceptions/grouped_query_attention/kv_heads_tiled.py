"""
en: The KV heads are dealt out one by one
es: Las cabezas KV se reparten una a una

done: Query head i reads KV head i modulo the number of KV heads: the KV heads are repeated as a whole, 0, 1, 0, 1,
    ...
why: In GQA neighbouring query heads form a group: 0, 0, 1, 1, ... Both orders have the same shape, so nothing fails;
    but with the weights of a trained model nearly every head then reads another one's keys.
try: Number the KV heads, fill head j with the number j everywhere and print what each query head gets. np and torch
    have two functions that repeat: which of them repeats each entry before it goes on?

hecho: La cabeza de consulta i lee la cabeza KV i módulo el número de cabezas KV: las cabezas KV se repiten en bloque,
    0, 1, 0, 1, ...
por_que: En GQA las cabezas de consulta vecinas forman un grupo: 0, 0, 1, 1, ... Los dos órdenes tienen la misma forma
    y nada falla; pero con los pesos de un modelo entrenado casi todas las cabezas leen entonces las claves de otra.
prueba: Numera las cabezas KV, llena la cabeza j con el número j e imprime qué recibe cada cabeza de consulta. np y
    torch tienen dos funciones que repiten: ¿cuál repite cada elemento antes de pasar al siguiente?

fails: values, group_order
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.attention import attention


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """The KV heads repeated as a whole."""
    group = Q.shape[-3] // K.shape[-3]
    times = (group, 1, 1)
    return attention(Q, np.tile(K, times), np.tile(V, times), mask)
