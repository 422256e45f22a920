"""
en: GELU where ReLU was asked
es: GELU donde se pedía ReLU

done: The FFN's activation is GELU, z·Φ(z) or its tanh formula.
why: GELU is what GPT uses and works well. But the paper's block, which is asked here, has max(0, z): below 0 nothing
    gets through it at all.
try: Print your activation at z = -1. ReLU gives 0 there. What does yours give?

hecho: La activación de la FFN es GELU, z·Φ(z) o su fórmula con tanh.
por_que: GELU es la que usa GPT y funciona bien. Pero el bloque del artículo, que es el que se pide aquí, tiene
    max(0, z): por debajo de 0 no deja pasar nada.
prueba: Imprime tu activación en z = -1. Ahí ReLU da 0. ¿Qué da la tuya?

fails: values
catalogue: BL-08
"""

from __future__ import annotations

from ...block import gelu
from ._around import Heads, Mask, Numbers, given_sublayers, post_ln


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference with GPT's activation."""
    return post_ln(x, given_sublayers(heads, W_O, W1, b1, W2, b2, mask, gelu))
