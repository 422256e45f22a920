"""
en: The layer norm runs over the tokens
es: La normalización de capa recorre los tokens

done: Mean and variance are taken along the axis of the tokens, one pair for each feature.
why: Each token is then measured by its neighbours, the later ones included: the future leaks in past any mask, and the
    same word gives something else in a longer text. A token has to be normalised over its own features.
try: Normalise a sequence, change its last token, and normalise again. Which rows differ? How many means does your norm
    work out for a text of n tokens, and how many should it?

hecho: La media y la varianza se toman a lo largo del eje de los tokens, un par por cada característica.
por_que: Así cada token se mide con sus vecinos, también con los posteriores: el futuro se filtra pese a cualquier
    máscara, y la misma palabra da otra cosa en un texto más largo. Un token se normaliza sobre sus propias
    características.
prueba: Normaliza una secuencia, cambia su último token y vuelve a normalizar. ¿Qué filas son distintas? ¿Cuántas medias
    calcula tu normalización en un texto de n tokens, y cuántas debería?

fails: values, layer_norm
catalogue: LN-06
"""

from __future__ import annotations

import numpy as np

from ...block import BlockWeights
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def layer_norm(x: Numbers, eps: float = 1e-5) -> Numbers:
    """The reference along the other axis."""
    normalised: Numbers = (x - x.mean(-2, keepdims=True)) / np.sqrt(x.var(-2, keepdims=True) + eps)
    return normalised


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference around this norm."""
    return post_ln(x, given_sublayers(heads, W_O, W1, b1, W2, b2, mask), layer_norm)


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around this norm."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask), norms_of(weights, layer_norm))
