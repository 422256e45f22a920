"""
en: Both residual connections are missing
es: Faltan las dos conexiones residuales

done: The output of each sublayer takes the place of x; nothing adds x back to it.
why: What a token was before is gone after one sublayer, and in a deep stack the gradient has no short way back to the
    first layers. A model of one block still trains, one of twelve hardly does.
try: Set all weights of the attention and of the FFN to 0 and print what your block makes of x. What should be left
    of x then?

hecho: La salida de cada subcapa ocupa el lugar de x; nadie le vuelve a sumar x.
por_que: Lo que un token era antes desaparece tras una sola subcapa, y en una pila profunda el gradiente no tiene un
    camino corto hasta las primeras capas. Un modelo de un bloque todavía entrena; uno de doce, apenas.
prueba: Pon a 0 todos los pesos de la atención y de la FFN e imprime qué hace tu bloque con x. ¿Qué debería quedar
    entonces de x?

fails: values, residuals
catalogue: BL-01
"""

from __future__ import annotations

from ...block import BlockWeights, layer_norm
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference without its sums."""
    attend, feed = given_sublayers(heads, W_O, W1, b1, W2, b2, mask)
    return layer_norm(feed(layer_norm(attend(x))))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference without its sums."""
    (attend, feed), (norm1, norm2) = sublayers_of(weights, n_heads, mask), norms_of(weights)
    return feed(norm2(attend(norm1(x))))
