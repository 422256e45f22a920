"""
en: Top-p adds the probabilities up as the ids stand
es: Top-p suma las probabilidades en el orden de los ids

done: The probabilities are cumulated without being sorted.
why: The set that reaches p should be the smallest one, so the largest probabilities come first. By ids, whatever
    stands in front is kept, and the favourite is lost if it stands at the end.
try: For the probabilities 0.1, 0.3 and 0.6 and p = 0.5, which token alone is enough? Which ones does your function
    keep?

hecho: Las probabilidades se acumulan sin ordenarlas.
por_que: El conjunto que llega a p debería ser el más pequeño, así que primero van las probabilidades más grandes. Por
    ids se conserva lo que está delante, y el favorito se pierde si está al final.
prueba: Con las probabilidades 0.1, 0.3 y 0.6 y p = 0.5, ¿qué token basta por sí solo? ¿Cuáles conserva tu función?

fails: top_p
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one without its order."""
    if top_p is None:
        return right(logits, temperature, top_k)
    chances = softmax(logits / temperature)
    chances[np.cumsum(chances) - chances >= top_p] = 0
    return int(np.random.choice(len(chances), p=chances / chances.sum()))
