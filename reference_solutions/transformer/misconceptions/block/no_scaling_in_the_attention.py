"""
en: The attention in the block doesn't divide its scores by √d_k
es: La atención del bloque no divide sus puntuaciones por √d_k

done: The dot products of queries and keys go into the softmax as they are.
why: Their spread grows with √d_k, so the softmax gives nearly all to one token, and where it does its gradient is next
    to 0: that head learns slowly or not at all.
try: Print the largest weight in each row of one head for d_model = 16 and for d_model = 256. What in the formula keeps
    the two alike?

hecho: Los productos de consultas y claves entran en el softmax tal cual.
por_que: Su dispersión crece con √d_k, así que el softmax se lo da casi todo a un solo token, y ahí su gradiente es casi
    0: esa cabeza aprende despacio o no aprende.
prueba: Imprime el mayor peso de cada fila en una cabeza con d_model = 16 y con d_model = 256. ¿Qué parte de la fórmula
    los mantiene parecidos?

fails: values
catalogue: AT-01
"""

from __future__ import annotations

from ...block import BlockWeights
from ..multihead import no_scaling
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference around an attention that doesn't scale."""
    _, feed = given_sublayers(heads, W_O, W1, b1, W2, b2, mask)
    return post_ln(x, (lambda z: no_scaling.multihead(z, heads, W_O, mask), feed))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around an attention that doesn't scale."""
    _, feed = sublayers_of(weights, n_heads, mask)
    attend = lambda z: no_scaling.multi_head_attention(z, weights.attention, n_heads, mask)
    return pre_ln(x, (attend, feed), norms_of(weights))
