"""
en: In the blocks the mask acts after the softmax
es: En los bloques la máscara actúa después del softmax

done: The attention's weights are worked out over the whole text, and those of later tokens are then set to 0.
why: Later tokens are gone from the mixture, but not from the sum by which the others were divided: change one, and
    all the weights before it change. So the future leaks, a little, into every logit.
try: With a model of one layer, change the last token and look at the logits of position 0. How can it know, if its
    weight for that token is 0?

hecho: Los pesos de la atención se calculan sobre el texto entero, y después los de los tokens posteriores se ponen a
    0.
por_que: Los tokens posteriores desaparecen de la mezcla, pero no de la suma por la que se dividieron los demás: si
    cambias uno, cambian todos los pesos anteriores. Así el futuro se filtra, un poco, en cada logit.
prueba: Con un modelo de una capa, cambia el último token y mira los logits de la posición 0. ¿Cómo puede enterarse,
    si su peso para ese token es 0?

fails: values, causal
catalogue: MK-01
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ..multihead.mask_after_the_softmax import multi_head_attention
from ._stack import Ids, Numbers, embedded, headed, layer_around, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with weights that are masked after the softmax."""
    return headed(stacked(embedded(idx, weights), weights, n_heads, layer=layer_around(multi_head_attention)), weights)
