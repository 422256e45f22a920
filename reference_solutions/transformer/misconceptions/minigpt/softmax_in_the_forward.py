"""
en: The model returns probabilities, not logits
es: El modelo devuelve probabilidades, no logits

done: The forward ends with a softmax over the vocabulary.
why: Cross-entropy applies a softmax by itself. The second one gets numbers between 0 and 1, in which even certainty
    looks like a guess: the loss starts exactly at ln V and can hardly fall. A temperature has the same trouble later.
try: Work out the loss of a perfect model: softmax([1, 0, 0, 0]) once more, and minus the logarithm of its first
    number. Why isn't it 0?

hecho: El forward termina con un softmax sobre el vocabulario.
por_que: La entropía cruzada aplica un softmax por su cuenta. El segundo recibe números entre 0 y 1, en los que hasta
    la certeza parece una corazonada: la pérdida empieza exactamente en ln V y apenas puede bajar. Más tarde, la
    temperatura tropieza con lo mismo.
prueba: Calcula la pérdida de un modelo perfecto: softmax([1, 0, 0, 0]) otra vez, y menos el logaritmo de su primer
    número. ¿Por qué no es 0?

fails: values, initial_loss, overfits
catalogue: GP-01
"""

from __future__ import annotations

from ... import minigpt as reference
from ...minigpt import MiniGPTWeights
from ...softmax import softmax
from ._stack import Ids, Numbers


def minigpt(idx: Ids, weights: MiniGPTWeights, n_heads: int) -> Numbers:
    """The softmax of the reference."""
    return softmax(reference.minigpt(idx, weights, n_heads), axis=-1)
