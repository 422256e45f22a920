"""
en: The positions are added at the beginning, and once more in every block
es: Las posiciones se suman al principio y otra vez en cada bloque

done: Tokens and positions are added, as they should be; but then each block gets the positions added once more.
why: The residual stream carries the positions through the whole model; once is enough. After L blocks they weigh L + 1
    times as much as the tokens, and drown what the words say. The loss hardly shows it.
try: Set all of the blocks' weights to 0, so that they change nothing. What should then arrive at the last layer norm:
    tokens plus positions, or plus four times the positions?

hecho: Los tokens y las posiciones se suman, como debe ser; pero después se vuelven a sumar las posiciones en cada
    bloque.
por_que: El flujo residual lleva las posiciones por todo el modelo; con una vez basta. Después de L bloques pesan L + 1
    veces más que los tokens, y ahogan lo que dicen las palabras. En la pérdida apenas se nota.
prueba: Pon a 0 todos los pesos de los bloques, para que no cambien nada. ¿Qué debería llegar entonces a la última
    layer norm: tokens más posiciones, o más cuatro veces las posiciones?

fails: values
catalogue: PE-14
"""

from __future__ import annotations

from ...block import pre_ln_block
from ...masks import causal_mask
from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, embedded, headed


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with positions before each block too."""
    x = embedded(idx, weights)
    positions = weights.position_embedding[: idx.shape[-1]]
    for block in weights.blocks:
        x = pre_ln_block(x + positions, block, n_heads, causal_mask(idx.shape[-1]))
    return headed(x, weights)
