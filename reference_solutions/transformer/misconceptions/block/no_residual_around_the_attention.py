"""
en: The residual connection around the attention is missing
es: Falta la conexión residual alrededor de la atención

done: What the attention gives goes on alone: the first sum has no x in it.
why: Attention says what a token collects from the others, not what the token itself is. Without x in the sum each
    token forgets itself in every block, and the gradient reaches the layers below only through the attention.
try: Set W_O (and its bias) to 0, so that the attention contributes nothing. What reaches your FFN then, and what
    should?

hecho: Lo que da la atención sigue solo: en la primera suma no está x.
por_que: La atención dice qué recoge un token de los demás, no qué es él mismo. Sin x en la suma, cada token se olvida
    de sí mismo en cada bloque, y el gradiente solo llega a las capas de abajo a través de la atención.
prueba: Pon W_O (y su sesgo) a 0, para que la atención no aporte nada. ¿Qué le llega entonces a tu FFN, y qué debería
    llegarle?

fails: values, residuals
catalogue: BL-01
"""

from __future__ import annotations

from ...block import BlockWeights, layer_norm
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference without its first sum."""
    attend, feed = given_sublayers(heads, W_O, W1, b1, W2, b2, mask)
    y = layer_norm(attend(x))
    return layer_norm(y + feed(y))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference without its first sum."""
    (attend, feed), (norm1, norm2) = sublayers_of(weights, n_heads, mask), norms_of(weights)
    y = attend(norm1(x))
    return y + feed(norm2(y))
