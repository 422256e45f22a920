"""
en: The last norm also stands before every block
es: La última normalización está también delante de cada bloque

done: What goes into each block has been through the model's final LayerNorm first, instead of once, before the head.
why: The blocks hand their sums on so that what an early one has found is still there at the end. A norm in between
    cuts that path at every floor: it's no longer a residual stream, and deep models train badly without it.
try: Follow x from the embeddings to the head, and count how many norms lie on the path itself, not within a block.

hecho: Lo que entra en cada bloque ha pasado antes por la LayerNorm final del modelo, en lugar de pasar una sola vez,
    delante de la cabeza.
por_que: Los bloques se entregan la suma unos a otros para que lo que encontró uno de los primeros siga ahí al final.
    Una normalización en medio corta ese camino en cada piso: ya no es una corriente residual, y sin ella los modelos
    profundos se entrenan mal.
prueba: Sigue x desde los embeddings hasta la cabeza y cuenta cuántas normalizaciones hay en el camino mismo, no
    dentro de un bloque.

fails: values
catalogue: BL-02
"""

from __future__ import annotations

from ...block import BlockWeights, layer_norm, pre_ln_block
from ...minigpt import MiniGPTWeights
from ._stack import Ids, Mask, Numbers, embedded, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """Each block takes what the last norm makes of the stream."""

    def layer(x: Numbers, block: BlockWeights, n_heads: int, mask: Mask) -> Numbers:
        return pre_ln_block(layer_norm(x, 1e-5, weights.gain, weights.bias), block, n_heads, mask)

    return headed(stacked(embedded(idx, weights), weights, n_heads, layer=layer), weights)
