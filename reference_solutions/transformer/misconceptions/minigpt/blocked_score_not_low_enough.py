"""
en: The number that stands for "blocked" isn't low enough in the model
es: El número que significa «bloqueado» no es lo bastante bajo en el modelo

done: Where the mask blocks, a score is replaced by a number such as -10, or lowered by it.
why: e^-10 is one part in 22 000, so each position still hears a little of the tokens after it. In training the model
    learns to listen to that little: the loss looks better than it is, and in generating there is nothing to hear.
try: Change the last token of a sequence and print by how much the logits before it move, with all their digits. Which
    number is below every score, however low?

hecho: Donde la máscara bloquea, la puntuación se sustituye por un número como -10, o se baja en él.
por_que: e^-10 es una parte entre 22 000: cada posición sigue oyendo un poco de los tokens que vienen después. Al
    entrenar, el modelo aprende a escuchar ese poco: la pérdida parece mejor de lo que es, y al generar no hay nada
    que oír.
prueba: Cambia el último token de una secuencia e imprime con todas sus cifras cuánto se mueven los logits anteriores.
    ¿Qué número está por debajo de cualquier puntuación, por baja que sea?

fails: causal
catalogue: MK-16
"""

from __future__ import annotations

from ...minigpt import MiniGPTWeights
from ..multihead.blocked_score_not_low_enough import multi_head_attention
from ._stack import Ids, Numbers, embedded, headed, layer_around, stacked


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The reference with -10 in the place of -inf."""
    return headed(stacked(embedded(idx, weights), weights, n_heads, layer=layer_around(multi_head_attention)), weights)
