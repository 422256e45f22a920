"""
en: The FFN mixes the tokens
es: La FFN mezcla los tokens

done: Somewhere in the FFN a mean, a sum or a layer runs along the tokens, so that each row of the result knows of the
    others.
why: Only the attention, under its mask, may move something from one token to another. A mean over all tokens knows the
    future and the padding, and no mask can keep it from telling.
try: Give your FFN alone a sequence, then the same with another last token. How many rows of the result change, and how
    many should?

hecho: En algún punto de la FFN, una media, una suma o una capa recorre los tokens, de modo que cada fila del resultado
    sabe de las demás.
por_que: Solo la atención, con su máscara, puede llevar algo de un token a otro. Una media de todos los tokens conoce el
    futuro y el padding, y ninguna máscara puede impedir que lo cuente.
prueba: Dale solo a tu FFN una secuencia, y luego la misma con otro último token. ¿Cuántas filas del resultado cambian,
    y cuántas deberían?

fails: values, ffn_per_token
catalogue: BL-09
"""

from __future__ import annotations

from ...block import BlockWeights
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, pre_ln, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference with an FFN that blends each token with the mean."""
    attend, feed = given_sublayers(heads, W_O, W1, b1, W2, b2, mask)
    return post_ln(x, (attend, lambda z: feed(_blended(z))))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference with an FFN that blends each token with the mean."""
    attend, feed = sublayers_of(weights, n_heads, mask)
    return pre_ln(x, (attend, lambda z: feed(_blended(z))), norms_of(weights))


def _blended(x: Numbers) -> Numbers:
    blended: Numbers = 0.5 * x + 0.5 * x.mean(-2, keepdims=True)
    return blended
