"""
en: The residual adds the normalised x, not x
es: La conexión residual suma la x normalizada, no x

done: x is overwritten by its norm (x = norm(x)) before the sublayer, so that norm(x) + f(norm(x)) is carried on.
why: What a token's size and mean said is lost before the block has done anything, and in pre-LN the straight road from
    the loss to the first layers, its very point, is cut.
try: Give your block x, and then 2x. Should the two outputs be the same? Which name stands on the left of your first
    assignment, and which x is it that you add to what the attention gives?

hecho: x se sobrescribe con su normalización (x = norm(x)) antes de la subcapa, de modo que lo que sigue es
    norm(x) + f(norm(x)).
por_que: Lo que decían el tamaño y la media de un token se pierde antes de que el bloque haya hecho nada, y en pre-LN se
    corta el camino directo de la pérdida a las primeras capas, que es justo su gracia.
prueba: Dale a tu bloque x y luego 2x. ¿Deberían ser iguales las dos salidas? ¿Qué nombre está a la izquierda de tu
    primera asignación, y cuál es la x que sumas a lo que da la atención?

fails: values, residuals
catalogue: BL-02
"""

from __future__ import annotations

from ...block import BlockWeights, layer_norm
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, post_ln, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference, from the norm of x on."""
    return post_ln(layer_norm(x), given_sublayers(heads, W_O, W1, b1, W2, b2, mask))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference, adding to the norms."""
    (attend, feed), (norm1, norm2) = sublayers_of(weights, n_heads, mask), norms_of(weights)
    x = norm1(x)
    x = norm2(x + attend(x))
    return x + feed(x)
