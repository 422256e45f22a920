"""
en: Only the attention has a layer norm before it
es: Solo la atención tiene una normalización de capa delante

done: The FFN gets the residual stream as it is: x + ffn(x), where x + ffn(norm(x)) was asked.
why: The stream grows from block to block, and the FFN of a deep block gets far larger numbers than that of the first.
    The second norm is there so that every FFN finds tokens of the same size.
try: Print mean and variance of a token just before your FFN, in the first block and in the last. What would they be
    after a layer norm?

hecho: A la FFN le llega el flujo residual tal cual: x + ffn(x), cuando se pedía x + ffn(norm(x)).
por_que: El flujo crece de bloque en bloque, y a la FFN de un bloque profundo le llegan números mucho mayores que a la
    del primero. La segunda normalización está para que cada FFN se encuentre tokens del mismo tamaño.
prueba: Imprime la media y la varianza de un token justo antes de tu FFN, en el primer bloque y en el último. ¿Cuáles
    serían después de normalizar?

fails: values
"""

from __future__ import annotations

from ...block import BlockWeights
from ._around import Mask, Numbers, norms_of, pre_ln, sublayers_of


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference without its second norm."""
    norm1, _ = norms_of(weights)
    return pre_ln(x, sublayers_of(weights, n_heads, mask), (norm1, lambda z: z))
