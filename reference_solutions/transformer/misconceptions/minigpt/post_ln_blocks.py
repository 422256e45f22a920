"""
en: The blocks normalise after the sums (post-LN)
es: Los bloques normalizan después de las sumas (post-LN)

done: Each block computes norm(x + f(x)), as the paper of 2017 does, where x + f(norm(x)) was asked.
why: Post-LN puts a norm into the way of the residual stream at every step; deep models then need a warm-up to train
    at all. GPT-2 and its followers put the norms into the branches, and one at the end.
try: Set all weights inside a block to 0, gains to 1. Should x come out of it unchanged? Does it?

hecho: Cada bloque calcula norm(x + f(x)), como el artículo de 2017, cuando se pedía x + f(norm(x)).
por_que: Post-LN pone una norm en el camino del flujo residual en cada paso; los modelos profundos necesitan entonces
    un calentamiento para poder entrenar. GPT-2 y sus sucesores ponen las norms en las ramas, y una al final.
prueba: Pon a 0 todos los pesos de dentro de un bloque y a 1 las ganancias. ¿Debería salir x sin cambios? ¿Sale así?

fails: values
"""

from __future__ import annotations

from ...block import post_ln_block
from ...minigpt import MiniGPTWeights
from ._stack import Ids, Numbers, embedded, headed, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with post-LN blocks."""
    return headed(stacked(embedded(idx, weights), weights, n_heads, layer=post_ln_block), weights)
