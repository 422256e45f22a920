"""
en: The FFN reads the block's input, not what the attention made of it
es: La FFN lee la entrada del bloque, no lo que la atención ha hecho con ella

done: Both sublayers start from the same x, and their outputs are added up.
why: Some large models do so on purpose, to save time. But here the two were to follow one another: first a token
    gathers what the others know, then it thinks about it. Side by side, the FFN never hears what was gathered.
try: Change W_V. Does what goes into your FFN change? Follow the FFN's argument back: does the path pass through the
    attention?

hecho: Las dos subcapas parten de la misma x, y sus salidas se suman.
por_que: Algunos modelos grandes lo hacen a propósito, para ganar tiempo. Pero aquí una debía seguir a la otra: primero
    un token recoge lo que saben los demás, y luego piensa sobre ello. En paralelo, la FFN no se entera de lo recogido.
prueba: Cambia W_V. ¿Cambia lo que entra en tu FFN? Sigue hacia atrás el argumento de la FFN: ¿pasa el camino por la
    atención?

fails: values
catalogue: BL-04
"""

from __future__ import annotations

from ...block import BlockWeights, layer_norm
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference with x going into both sublayers."""
    attend, feed = given_sublayers(heads, W_O, W1, b1, W2, b2, mask)
    return layer_norm(layer_norm(x + attend(x)) + feed(x))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with x going into both sublayers."""
    (attend, feed), (norm1, norm2) = sublayers_of(weights, n_heads, mask), norms_of(weights)
    return x + attend(norm1(x)) + feed(norm2(x))
