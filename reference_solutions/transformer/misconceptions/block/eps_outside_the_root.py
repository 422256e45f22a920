"""
en: eps stands outside the root
es: eps está fuera de la raíz

done: eps is added to the standard deviation, not to the variance.
why: For ordinary tokens it makes no difference. For a token with a spread of about 1e-3, √(1e-6 + 1e-5) and 1e-3 + 1e-5
    are more than three times apart, so weights that were trained with one norm go wrong with the other.
try: Take eps = 0.1 and a token of variance 0.01, and work out both denominators by hand. Which one does the formula
    of the layer norm have?

hecho: eps se suma a la desviación típica, no a la varianza.
por_que: Con tokens normales no cambia nada. Con un token cuya dispersión ronde 1e-3, √(1e-6 + 1e-5) y 1e-3 + 1e-5
    difieren en más del triple, así que unos pesos entrenados con una normalización fallan con la otra.
prueba: Toma eps = 0.1 y un token de varianza 0.01, y calcula a mano los dos denominadores. ¿Cuál de ellos está en la
    fórmula de la normalización de capa?

fails: layer_norm_eps
catalogue: LN-02
"""

from __future__ import annotations

from ...block import BlockWeights
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def layer_norm(x: Numbers, eps: float = 1e-5) -> Numbers:
    """The reference with eps beside the root."""
    normalised: Numbers = (x - x.mean(-1, keepdims=True)) / (x.std(-1, keepdims=True) + eps)
    return normalised


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference around this norm."""
    return post_ln(x, given_sublayers(heads, W_O, W1, b1, W2, b2, mask), layer_norm)


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference around this norm."""
    return pre_ln(x, sublayers_of(weights, n_heads, mask), norms_of(weights, layer_norm))
