"""
en: The queries of a group are averaged
es: Se promedian las consultas de cada grupo

done: You take the mean of the query heads in each group, and get one output for each KV head.
why: The query heads are what GQA keeps: each goes on looking for something of its own. Only keys and values are
    shared.
try: How many heads does your output have, and how many had Q?

hecho: Tomas la media de las cabezas de consulta de cada grupo y obtienes una salida por cada cabeza KV.
por_que: Las cabezas de consulta son lo que GQA conserva: cada una sigue buscando lo suyo. Solo se comparten claves y
    valores.
prueba: ¿Cuántas cabezas tiene tu salida y cuántas tenía Q?

fails: values, group_order, equals_multihead, mask, convention
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """One query for each group."""
    kv = K.shape[0]
    return attention(Q.reshape(kv, -1, *Q.shape[1:]).mean(axis=1), K, V, mask)
