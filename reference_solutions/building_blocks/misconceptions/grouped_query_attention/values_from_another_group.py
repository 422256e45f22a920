"""
en: Keys and values are repeated in different orders
es: Claves y valores se repiten en órdenes distintos

done: The keys are repeated head by head, the values as a whole (or the reverse).
why: A query head then weighs the keys of one KV head and mixes the values of another: its weights say nothing of what
    it mixes.
try: Fill KV head j with the number j in K and in V. Which two numbers meet in query head 1?

hecho: Las claves se repiten cabeza a cabeza y los valores en bloque (o al revés).
por_que: Una cabeza de consulta pondera entonces las claves de una cabeza KV y mezcla los valores de otra: sus pesos
    no dicen nada de lo que mezcla.
prueba: Llena la cabeza KV j con el número j en K y en V. ¿Qué dos números se encuentran en la cabeza de consulta 1?

fails: values, group_order
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.attention import attention


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """Keys in groups, values dealt out."""
    group = Q.shape[-3] // K.shape[-3]
    return attention(Q, np.repeat(K, group, axis=-3), np.tile(V, (group, 1, 1)), mask)
