"""
en: The scores in the blocks aren't divided by √d_k
es: Las puntuaciones de los bloques no se dividen por √d_k

done: The attention inside the blocks lacks the division by √d_k.
why: Nothing breaks: the model starts near the right loss and can learn a batch by heart. But its softmax is too sharp
    from the first step, and on real text it learns more slowly than it could.
try: Take the q and k of one head and print the standard deviation of their scores for d_model = 16 and for d_model =
    256. What should keep it from growing?

hecho: A la atención de los bloques le falta la división por √d_k.
por_que: No se rompe nada: el modelo empieza cerca de la pérdida correcta y puede aprenderse un lote de memoria. Pero
    su softmax es demasiado afilado desde el primer paso, y con texto de verdad aprende más despacio de lo que podría.
prueba: Toma q y k de una cabeza e imprime la desviación típica de sus puntuaciones con d_model = 16 y con d_model =
    256. ¿Qué debería impedir que crezca?

fails: values
catalogue: AT-01
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ..multihead.no_scaling import multi_head_attention
from ._stack import Ids, Numbers, embedded, headed, layer_around, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference without the division by √d_k."""
    return headed(stacked(embedded(idx, weights), weights, n_heads, layer=layer_around(multi_head_attention)), weights)
