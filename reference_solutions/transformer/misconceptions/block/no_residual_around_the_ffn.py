"""
en: The residual connection around the FFN is missing
es: Falta la conexión residual alrededor de la FFN

done: What the FFN gives goes on alone: the second sum has nothing but the FFN in it.
why: Everything that the attention has gathered must now squeeze through the FFN, which was meant to add a thought to
    it, not to pass it on. After a few blocks the first layers get hardly any gradient.
try: Set W2 and b2 to 0. The FFN then says nothing: what does your block give, and what should still come out?

hecho: Lo que da la FFN sigue solo: en la segunda suma no hay nada más que la FFN.
por_que: Todo lo que ha reunido la atención tiene que pasar ahora por la FFN, que debía añadirle una idea, no
    transportarlo. Tras unos pocos bloques, a las primeras capas apenas les llega gradiente.
prueba: Pon W2 y b2 a 0. La FFN no dice entonces nada: ¿qué da tu bloque, y qué debería seguir saliendo?

fails: values, residuals
catalogue: BL-01
"""

from __future__ import annotations

from ...block import BlockWeights, layer_norm
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference without its second sum."""
    attend, feed = given_sublayers(heads, W_O, W1, b1, W2, b2, mask)
    return layer_norm(feed(layer_norm(x + attend(x))))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference without its second sum."""
    (attend, feed), (norm1, norm2) = sublayers_of(weights, n_heads, mask), norms_of(weights)
    return feed(norm2(x + attend(norm1(x))))
