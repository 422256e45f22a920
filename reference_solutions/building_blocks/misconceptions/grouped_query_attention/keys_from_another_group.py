"""
en: Only the keys are dealt out one by one
es: Solo las claves se reparten una a una

done: The values are repeated head by head, 0, 0, 1, 1, ..., but the keys as a whole: 0, 1, 0, 1, ...
why: A query head then weighs the keys of one KV head and mixes the values of another: its weights say nothing of what
    it mixes.
try: Fill KV head j with the number j in K and in V. Which two numbers meet in query head 1? np and torch have two
    functions that repeat: which do you call for K, and which for V?

hecho: Los valores se repiten cabeza a cabeza, 0, 0, 1, 1, ..., pero las claves en bloque: 0, 1, 0, 1, ...
por_que: Una cabeza de consulta pondera entonces las claves de una cabeza KV y mezcla los valores de otra: sus pesos no
    dicen nada de lo que mezcla.
prueba: Llena la cabeza KV j con el número j en K y en V. ¿Qué dos números se encuentran en la cabeza de consulta 1? np
    y torch tienen dos funciones que repiten: ¿cuál usas con K y cuál con V?

fails: values
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.attention import attention


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """Values in groups, keys dealt out."""
    group = Q.shape[-3] // K.shape[-3]
    return attention(Q, np.tile(K, (group, 1, 1)), np.repeat(V, group, axis=-3), mask)
