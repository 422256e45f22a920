"""
en: The scores are divided by √d_model
es: Las puntuaciones se dividen por √d_model

done: The width of all heads together stands under the root, not that of one head.
why: A score is a dot product of the features of one head. Divided by a larger number, the weights come out flatter
    the more heads there are.
try: How many products are added up in one score? Print that number and the one under your root.

hecho: Bajo la raíz está el ancho de todas las cabezas juntas y no el de una cabeza.
por_que: Una puntuación es el producto escalar de los rasgos de una cabeza. Divididos por un número mayor, los pesos
    salen más planos cuantas más cabezas hay.
prueba: ¿Cuántos productos se suman en una puntuación? Imprime ese número y el que tienes bajo la raíz.

fails: values
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.attention import attention


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """As the reference, with another divisor."""
    group = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, group, axis=-3), np.repeat(V, group, axis=-3)
    return attention(Q / np.sqrt(Q.shape[-3]), K, V, mask)
