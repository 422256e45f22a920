"""
en: Only the end of the block is normalised
es: Solo se normaliza el final del bloque

done: There is no norm between attention and FFN: the first sum goes into the FFN as it is.
why: Each sublayer was to find tokens of one size before it. Here the FFN gets whatever x and attention add up to, so
    what it learns on quiet tokens is of little use on loud ones.
try: Print the variance of each token that goes into your FFN. In the paper's block it's 1. How many norms does your
    block have, and how many the paper's figure?

hecho: No hay normalización entre la atención y la FFN: la primera suma entra en la FFN tal cual.
por_que: Cada subcapa debía encontrarse tokens de un mismo tamaño. Aquí a la FFN le llega lo que sumen x y la atención,
    así que lo que aprende con tokens pequeños le sirve de poco con los grandes.
prueba: Imprime la varianza de cada token que entra en tu FFN. En el bloque del artículo es 1. ¿Cuántas normalizaciones
    tiene tu bloque, y cuántas la figura del artículo?

fails: values, norm_order
catalogue: BL-05
"""

from __future__ import annotations

from ...block import layer_norm
from ._around import Heads, Mask, Numbers, given_sublayers


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference without its first norm."""
    attend, feed = given_sublayers(heads, W_O, W1, b1, W2, b2, mask)
    y = x + attend(x)
    return layer_norm(y + feed(y))
