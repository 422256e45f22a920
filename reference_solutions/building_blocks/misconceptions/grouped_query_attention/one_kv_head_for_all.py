"""
en: All query heads read the first KV head
es: Todas las cabezas de consulta leen la primera cabeza KV

done: Whatever K and V hold, only their first head is used.
why: That is multi-query attention: the other KV heads are computed and stored for nothing.
try: Change the last KV head. Does any output change?

hecho: Tengan lo que tengan K y V, solo se usa su primera cabeza.
por_que: Eso es atención multi-query: las demás cabezas KV se calculan y se guardan para nada.
prueba: Cambia la última cabeza KV. ¿Cambia alguna salida?

fails: values, group_order, equals_multihead
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """Multi-query attention with the first head."""
    return attention(Q, K[:1], V[:1], mask)
