"""
en: The FFN has no activation
es: La FFN no tiene activación

done: The second layer follows the first directly, with nothing between them.
why: Two linear layers in a row are one linear layer: (x W1) W2 is x (W1 W2). All that width of the FFN then buys
    nothing, and the block can't learn anything that isn't a straight line in what the attention found.
try: Give your FFN x and 2·x, with all biases at 0. If the second result is exactly twice the first, what kind of
    function is it?

hecho: La segunda capa sigue directamente a la primera, sin nada en medio.
por_que: Dos capas lineales seguidas son una sola capa lineal: (x W1) W2 es x (W1 W2). Todo el ancho de la FFN no sirve
    entonces de nada, y el bloque no puede aprender nada que no sea lineal en lo que encontró la atención.
prueba: Dale a tu FFN x y 2·x, con todos los sesgos a 0. Si el segundo resultado es justo el doble del primero, ¿qué
    tipo de función es?

fails: values
catalogue: BL-07
"""

from __future__ import annotations

from ...block import BlockWeights
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference without ReLU."""
    return post_ln(x, given_sublayers(heads, W_O, W1, b1, W2, b2, mask, _nothing))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference without GELU."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask, _nothing), norms_of(weights))


def _nothing(hidden: Numbers) -> Numbers:
    return hidden
