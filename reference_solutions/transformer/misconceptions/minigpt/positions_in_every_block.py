"""
en: The positions are added again in every block
es: Las posiciones se vuelven a sumar en cada bloque

done: The position embedding is added before each block, not once at the beginning.
why: The residual stream carries the positions through the whole model; once is enough. Added L times they weigh L
    times as much as the tokens, and drown what the words say. The loss hardly shows it.
try: Set all of the blocks' weights to 0, so that they change nothing. What should then arrive at the last layer norm:
    tokens plus positions, or plus three times the positions?

hecho: El embedding de posiciones se suma antes de cada bloque, y no una sola vez al principio.
por_que: El flujo residual lleva las posiciones por todo el modelo; con una vez basta. Sumadas L veces pesan L veces
    más que los tokens, y ahogan lo que dicen las palabras. En la pérdida apenas se nota.
prueba: Pon a 0 todos los pesos de los bloques, para que no cambien nada. ¿Qué debería llegar entonces a la última
    layer norm: tokens más posiciones, o más tres veces las posiciones?

fails: values
catalogue: PE-14
"""

from __future__ import annotations

from ...block import pre_ln_block
from ...masks import causal_mask
from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, headed


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with positions before each block."""
    x = weights.token_embedding[idx]
    positions = weights.position_embedding[: idx.shape[-1]]
    for block in weights.blocks:
        x = pre_ln_block(x + positions, block, n_heads, causal_mask(idx.shape[-1]))
    return headed(x, weights)
