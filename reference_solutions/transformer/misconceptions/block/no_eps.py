"""
en: The layer norm has no eps
es: La normalización de capa no tiene eps

done: The centred token is divided by its bare standard deviation.
why: A token whose features are all equal (padding, or an embedding that starts at zeros) has a standard deviation of 0,
    and 0/0 is NaN. One NaN spreads through the attention to all tokens, and from the loss to all weights.
try: Normalise a token of eight equal numbers. What comes out, and what would you like to come out? What would have to
    be true of the denominator for that?

hecho: El token centrado se divide por su desviación típica sin más.
por_que: Un token con todas sus características iguales (padding, o un embedding que empieza en ceros) tiene desviación
    típica 0, y 0/0 es NaN. Un solo NaN se extiende por la atención a todos los tokens, y desde la pérdida a todos los
    pesos.
prueba: Normaliza un token de ocho números iguales. ¿Qué sale, y qué te gustaría que saliera? ¿Qué tendría que cumplir
    el denominador para eso?

fails: layer_norm_eps
catalogue: LN-03
"""

from __future__ import annotations

from ...block import BlockWeights
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def layer_norm(x: Numbers, eps: float = 1e-5) -> Numbers:
    """The reference without its eps."""
    normalised: Numbers = (x - x.mean(-1, keepdims=True)) / x.std(-1, keepdims=True)
    return normalised


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference around this norm."""
    return post_ln(x, given_sublayers(heads, W_O, W1, b1, W2, b2, mask), layer_norm)


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around this norm."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask), norms_of(weights, layer_norm))
