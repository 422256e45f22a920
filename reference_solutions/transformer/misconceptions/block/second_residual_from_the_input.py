"""
en: The second residual connection adds the block's input
es: La segunda conexión residual suma la entrada del bloque

done: The FFN is added to the x that came into the block, not to the sum of x and attention.
why: The FFN still hears what the attention found, but of the attention itself nothing is carried on: half of the
    block's work never reaches the next one.
try: Set W2 and b2 to 0. Your block should then give what it has after the attention. What does it give? How many
    different things are called x in your code?

hecho: La FFN se suma a la x que entró en el bloque, y no a la suma de x y la atención.
por_que: La FFN todavía oye lo que encontró la atención, pero de la atención misma no sigue nada: la mitad del trabajo
    del bloque nunca llega al siguiente.
prueba: Pon W2 y b2 a 0. Tu bloque debería dar entonces lo que tiene después de la atención. ¿Qué da? ¿Cuántas cosas
    distintas se llaman x en tu código?

fails: values, residuals
catalogue: BL-03
"""

from __future__ import annotations

from ...block import BlockWeights, layer_norm
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference with x in the second sum."""
    attend, feed = given_sublayers(heads, W_O, W1, b1, W2, b2, mask)
    return layer_norm(x + feed(layer_norm(x + attend(x))))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with x in the second sum."""
    (attend, feed), (norm1, norm2) = sublayers_of(weights, n_heads, mask), norms_of(weights)
    return x + feed(norm2(x + attend(norm1(x))))
