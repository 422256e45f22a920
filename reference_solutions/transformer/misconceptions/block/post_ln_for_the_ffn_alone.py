"""
en: The FFN's half is post-LN, the attention's pre-LN
es: La mitad de la FFN es post-LN y la de la atención, pre-LN

done: Around the FFN the norm comes after the sum, norm(x + f(x)); around the attention before it, x + f(norm(x)).
why: Each half is half of another block. What leaves yours has neither the open road of pre-LN nor the tidy tokens of
    post-LN, so neither recipe for training fits it.
try: Draw both halves as boxes, with the + and the norm in the order in which x meets them. What would have to move for
    the two pictures to be the same?

hecho: En la FFN, la normalización va después de la suma, norm(x + f(x)); en la atención, antes de ella,
    x + f(norm(x)).
por_que: Cada mitad es la mitad de un bloque distinto. Lo que sale del tuyo no tiene ni el camino libre de pre-LN ni los
    tokens ordenados de post-LN, así que no le va bien ninguna de las dos recetas para entrenar.
prueba: Dibuja las dos mitades como cajas, con el + y la normalización en el orden en que x los encuentra. ¿Qué habría
    que mover para que los dos dibujos fueran iguales?

fails: values, norm_order
catalogue: BL-05
"""

from __future__ import annotations

from ...block import BlockWeights, layer_norm
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """Pre-LN first, then post-LN."""
    attend, feed = given_sublayers(heads, W_O, W1, b1, W2, b2, mask)
    y = x + attend(layer_norm(x))
    return layer_norm(y + feed(y))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """Pre-LN first, then post-LN."""
    (attend, feed), (norm1, norm2) = sublayers_of(weights, n_heads, mask), norms_of(weights)
    y = x + attend(norm1(x))
    return norm2(y + feed(y))
