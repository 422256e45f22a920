"""
en: In the blocks a blocked score becomes 0, not minus infinity
es: En los bloques una puntuación bloqueada pasa a ser 0, no menos infinito

done: The scores are multiplied by the causal mask, or later tokens' scores are filled with 0.
why: The softmax makes e^0 = 1 of a 0, so later tokens keep a good part of the attention: the model sees the future
    after all.
try: Print one row of the weights of the first head, with four tokens. Are the places after the diagonal 0?

hecho: Las puntuaciones se multiplican por la máscara causal, o las de los tokens posteriores se rellenan con 0.
por_que: De un 0 el softmax hace e^0 = 1, así que los tokens posteriores conservan buena parte de la atención: al
    final el modelo sí ve el futuro.
prueba: Imprime una fila de pesos de la primera cabeza, con cuatro tokens. ¿Son 0 los lugares después de la diagonal?

fails: values, causal
catalogue: MK-02
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ..multihead.blocked_score_of_zero import multi_head_attention
from ._stack import Ids, Numbers, embedded, headed, layer_around, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with scores that are multiplied by the mask."""
    return headed(stacked(embedded(idx, weights), weights, n_heads, layer=layer_around(multi_head_attention)), weights)
