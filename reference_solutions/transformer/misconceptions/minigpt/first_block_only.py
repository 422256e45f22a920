"""
en: Only one of the blocks is used
es: Solo se usa uno de los bloques

done: The loop over the blocks ends after the first, or each block gets the embeddings again and the last one's result
    is all that is left.
why: The other blocks are counted, stored and trained for nothing; the model is as shallow as with n_layers = 1.
try: Print x.sum() at the beginning and at the end of each turn of your loop. Is what goes into a block what came out
    of the one before?

hecho: El bucle sobre los bloques termina tras el primero, o cada bloque vuelve a recibir los embeddings y solo queda
    el resultado de uno.
por_que: Los demás bloques se cuentan, se guardan y se entrenan para nada; el modelo es tan poco profundo como con
    n_layers = 1.
prueba: Imprime x.sum() al principio y al final de cada vuelta de tu bucle. ¿Lo que entra en un bloque es lo que salió
    del anterior?

fails: values
"""

from __future__ import annotations

from ...block import pre_ln_block
from ...masks import causal_mask
from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, embedded, headed


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference as far as its first block."""
    x = pre_ln_block(embedded(idx, weights), weights.blocks[0], n_heads, causal_mask(idx.shape[-1]))
    return headed(x, weights)
