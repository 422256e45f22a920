"""
en: The scores aren't divided by √d
es: Las puntuaciones no se dividen por √d

done: The dot products of queries and keys go into the softmax as they are.
why: A dot product of d independent terms spreads like √d, and a saturated softmax hardly passes any gradient. Sharing
    keys changes nothing about that.
try: Compare the largest weight of a row for d = 4 and for d = 256, with random queries and keys.

hecho: Los productos escalares de consultas y claves entran en el softmax tal cual.
por_que: Un producto escalar de d términos independientes se dispersa como √d, y un softmax saturado apenas deja pasar
    gradiente. Compartir claves no cambia nada de eso.
prueba: Compara el peso más grande de una fila con d = 4 y con d = 256, para consultas y claves aleatorias.

fails: values
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.attention import attention


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """As the reference, without the division."""
    group = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, group, axis=-3), np.repeat(V, group, axis=-3)
    return attention(Q * np.sqrt(Q.shape[-1]), K, V, mask)
