"""
en: The KV heads are averaged
es: Se promedian las cabezas KV

done: You take the mean over all KV heads and let every query head read that.
why: The paper averages heads once, to turn a trained multi-head model into a grouped one, and within each group only.
    In the forward pass each group reads a head of its own.
try: With as many KV heads as query heads the result must be plain multi-head attention. Is it?

hecho: Tomas la media de todas las cabezas KV y dejas que todas las cabezas de consulta la lean.
por_que: El artículo promedia cabezas una sola vez, para convertir un modelo multi-cabeza entrenado en uno agrupado, y
    solo dentro de cada grupo. En el forward cada grupo lee su propia cabeza.
prueba: Con tantas cabezas KV como de consulta debe salir la atención multi-cabeza normal. ¿Sale?

fails: values, group_order, equals_multihead
"""

from __future__ import annotations

from typing import Any

from ....transformer.attention import attention


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """All query heads with the mean of the KV heads."""
    return attention(Q, K.mean(axis=0, keepdims=True), V.mean(axis=0, keepdims=True), mask)
