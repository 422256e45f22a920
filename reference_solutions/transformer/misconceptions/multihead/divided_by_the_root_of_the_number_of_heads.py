"""
en: The scores are divided by √h, the number of heads
es: Las puntuaciones se dividen por √h, el número de cabezas

done: Under the root stands how many heads there are, not how wide each one is.
why: What makes dot products grow is the number of terms in each, and that is the width of a head. More heads of the
    same width need no other divisor.
try: With d_model = 64, write down h and d_k for 2, 4 and 16 heads. For which of the three would your divisor be right
    by chance?

hecho: Dentro de la raíz está cuántas cabezas hay, no el ancho de cada una.
por_que: Lo que hace crecer un producto escalar es cuántos términos suma, y eso es el ancho de una cabeza. Más cabezas
    del mismo ancho no necesitan otro divisor.
prueba: Con d_model = 64, apunta h y d_k para 2, 4 y 16 cabezas. ¿En cuál de los tres casos, o en ninguno, acertaría
    tu divisor por casualidad?

fails: values, one_head
catalogue: AT-05
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...attention import attention
from ...multihead import AttentionWeights, Head
from ._around import Mask, Numbers, all_at_once, head_by_head


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference, with √h in √d_k's place."""
    return head_by_head(lambda Q, K, V, m: attention(_scaled(Q, len(heads)), K, V, m), X, heads, W_O, mask)


def multi_head_attention(x: Numbers, weights: AttentionWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference, with √h in √d_k's place."""
    return all_at_once(x, weights, n_heads, mask, lambda Q, K, V, m: attention(_scaled(Q, n_heads), K, V, m))


def _scaled(Q: Numbers, n_heads: int) -> Numbers:
    scaled: Numbers = Q * math.sqrt(Q.shape[-1] / n_heads)
    return scaled
