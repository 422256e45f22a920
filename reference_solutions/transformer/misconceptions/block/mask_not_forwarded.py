"""
en: The block doesn't hand its mask on to the attention
es: El bloque no pasa la máscara a la atención

done: The attention inside is called with x alone: the block takes a mask and leaves it lying, or takes none at all.
why: Your attention may be perfect: it never hears of the mask. Each token sees every other, the future included, and a
    model made of such blocks learns to copy the answer it should predict.
try: Call your block with a mask under which each token sees only itself, and without one. Do the outputs differ? On
    how many lines of forward do you read the word mask?

hecho: La atención de dentro se llama solo con x: el bloque recibe una máscara y la deja ahí, o ni siquiera la recibe.
por_que: Aunque tu atención sea perfecta, nunca se entera de la máscara. Cada token ve a todos los demás, incluido el
    futuro, y un modelo hecho de bloques así aprende a copiar la respuesta que debería predecir.
prueba: Llama a tu bloque con una máscara en la que cada token solo se vea a sí mismo, y sin ninguna. ¿Cambia la salida?
    ¿En cuántas líneas de forward se lee la palabra máscara?

fails: values
catalogue: BL-15
"""

from __future__ import annotations

from ... import block as reference
from ...block import BlockWeights
from ._around import Heads, Mask, Numbers


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference without its mask."""
    return reference.transformer_block(x, heads, W_O, W1, b1, W2, b2)


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference without its mask."""
    return reference.pre_ln_block(x, weights, n_heads)
