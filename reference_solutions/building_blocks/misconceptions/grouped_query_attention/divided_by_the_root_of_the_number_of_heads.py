"""
en: The scores are divided by √h, the number of heads
es: Las puntuaciones se dividen por √h, el número de cabezas

done: Under the root stands how many heads there are, not how wide each one is.
why: What makes a dot product grow is how many terms it adds up, and that is the width of a head. More heads of the
    same width need no other divisor.
try: With d_model = 64, write down h and the width of a head for 2, 4 and 16 heads. For which of the three would your
    divisor be right, and only by chance?

hecho: Bajo la raíz está cuántas cabezas hay y no el ancho de cada una.
por_que: Lo que hace crecer un producto escalar es cuántos términos suma, y eso es el ancho de una cabeza. Más cabezas
    del mismo ancho no necesitan otro divisor.
prueba: Con d_model = 64, apunta h y el ancho de una cabeza para 2, 4 y 16 cabezas. ¿En cuál de los tres casos
    acertaría tu divisor, y solo por casualidad?

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
    factor = (Q.shape[-1] / Q.shape[-3]) ** 0.5
    return attention(Q * factor, K, V, mask)
