"""
en: The scores in the blocks are divided by √d_model
es: Las puntuaciones de los bloques se dividen por √d_model

done: In the attention of the blocks the root is taken of d_model, not of a head's width.
why: Each head's scores come out √h times too small and its weights too flat. The model trains, only less well, so a
    falling loss proves nothing here.
try: With d_model = 64 and 4 heads, how many terms has one dot product q·k? And which number stands under your root?

hecho: En la atención de los bloques, la raíz es de d_model y no del ancho de una cabeza.
por_que: Las puntuaciones de cada cabeza salen √h veces más pequeñas y sus pesos demasiado planos. El modelo entrena,
    solo que peor, así que una pérdida que baja no demuestra nada aquí.
prueba: Con d_model = 64 y 4 cabezas, ¿cuántos términos tiene un producto escalar q·k? ¿Y qué número hay dentro de tu
    raíz?

fails: values
catalogue: AT-04
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ..multihead.divided_by_the_root_of_d_model import multi_head_attention
from ._stack import Ids, Numbers, embedded, headed, layer_around, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference divided by √d_model."""
    return headed(stacked(embedded(idx, weights), weights, n_heads, layer=layer_around(multi_head_attention)), weights)
