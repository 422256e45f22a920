"""
en: A head's triple is unpacked in another order
es: La terna de cada cabeza se desempaqueta en otro orden

done: Each head is (W_Q, W_K, W_V), and you take its second matrix for the values and its third for the keys.
why: Queries and keys must be equally wide, since they're multiplied; the values may have a width of their own.
    Exchanged, either the product doesn't fit, or, if all widths are alike, the numbers are silently others.
try: Print the three shapes of heads[0] and say aloud which is which. Then read the line on which you unpack them.

hecho: Cada cabeza es (W_Q, W_K, W_V), y tú tomas la segunda matriz para los valores y la tercera para las claves.
por_que: Las consultas y las claves tienen que ser igual de anchas, porque se multiplican; los valores pueden tener su
    propio ancho. Cambiadas, o el producto no encaja o, si todos los anchos son iguales, los números son otros sin que
    nadie avise.
prueba: Imprime las tres formas de heads[0] y di en voz alta cuál es cuál. Después lee la línea en la que las
    desempaquetas.

fails: values, one_head, equivariant, mask_reaches_heads
catalogue: MH-16
"""

from __future__ import annotations

from collections.abc import Sequence

from ... import multihead as reference
from ...multihead import Head
from ._around import Mask, Numbers


def multihead(X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask = None) -> Numbers:
    """The reference on triples whose last two have changed places."""
    return reference.multihead(X, [(W_Q, W_V, W_K) for W_Q, W_K, W_V in heads], W_O, mask)
