"""
en: The FFN comes first, then the attention
es: Primero va la FFN y después la atención

done: Each token goes through the FFN before it has looked at the others.
why: In a block a token first gathers what the others know and then thinks about it. The other way round, the first FFN
    has nothing but the bare word to think about, and what the last attention gathers is never thought about.
try: Change token 0 and look at what goes into your FFN at token 3. Should it notice?

hecho: Cada token pasa por la FFN antes de haber mirado a los demás.
por_que: En un bloque, un token recoge primero lo que saben los demás y luego piensa sobre ello. Al revés, la primera
    FFN solo tiene la palabra suelta en que pensar, y sobre lo que recoge la última atención nadie piensa.
prueba: Cambia el token 0 y mira qué entra en tu FFN para el token 3. ¿Debería notarlo?

fails: values
catalogue: BL-16
"""

from __future__ import annotations

from ...block import BlockWeights
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference with its sublayers exchanged."""
    attend, feed = given_sublayers(heads, W_O, W1, b1, W2, b2, mask)
    return post_ln(x, (feed, attend))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with its sublayers exchanged, each with its own norm."""
    (attend, feed), (norm1, norm2) = sublayers_of(weights, n_heads, mask), norms_of(weights)
    return pre_ln(x, (feed, attend), (norm2, norm1))
