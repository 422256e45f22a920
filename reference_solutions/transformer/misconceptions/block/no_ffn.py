"""
en: The block has no FFN at work
es: En el bloque no trabaja ninguna FFN

done: The block ends after the attention. If it has weights for an FFN, nothing goes through them.
why: Attention only mixes what is already there: for a given set of weights its output is a weighted mean. The thinking
    in between, and two thirds of the block's parameters, is the FFN's.
try: Find W1 among your block's weights, change it and call the block again. Does its output move?
    What does the second half of the paper's figure do?

hecho: El bloque termina después de la atención. Si tiene pesos para una FFN, nada pasa por ellos.
por_que: La atención solo mezcla lo que ya hay: con unos pesos dados, su salida es una media ponderada. Lo de pensar
    entre medias, y dos tercios de los parámetros del bloque, le toca a la FFN.
prueba: Busca W1 entre los pesos de tu bloque, cámbiala y vuelve a llamar al bloque. ¿Se mueve la salida? ¿Qué hace la
    segunda mitad de la figura del artículo?

fails: values, ffn_per_token
"""

from __future__ import annotations

from ...block import BlockWeights, layer_norm
from ._around import Heads, Mask, Numbers, given_sublayers, norms_of, sublayers_of


def transformer_block(
    x: Numbers, heads: Heads, W_O: Numbers, W1: Numbers, b1: Numbers, W2: Numbers, b2: Numbers, mask: Mask = None
) -> Numbers:
    """The reference without its second half."""
    attend, _ = given_sublayers(heads, W_O, W1, b1, W2, b2, mask)
    return layer_norm(x + attend(x))


def pre_ln_block(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask = None) -> Numbers:
    """The reference without its second half."""
    (attend, _), (norm, _) = sublayers_of(weights, n_heads, mask), norms_of(weights)
    return x + attend(norm(x))
