"""
en: What is left isn't scaled to a sum of 1
es: Lo que queda no se reescala para que sume 1

done: Top-k or top-p sets probabilities to 0, and the rest is drawn from as it is.
why: The rest adds up to less than 1. NumPy's choice refuses it; a search in the cumulated sum finds nothing for the
    largest random numbers.
try: Print the sum of the probabilities just before you draw, with top-k of 2.

hecho: Top-k o top-p pone probabilidades a 0, y del resto se sortea tal como está.
por_que: El resto suma menos de 1. El choice de NumPy lo rechaza, y una búsqueda en la suma acumulada no encuentra
    nada para los números aleatorios más grandes.
prueba: Imprime la suma de las probabilidades justo antes de sortear, con top-k de 2.

fails: top_k, top_p
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one without its last division."""
    if temperature == 0 or (top_k is None and top_p is None):
        return right(logits, temperature)
    chances = softmax(logits / temperature)
    order = np.argsort(-chances)
    if top_k is not None:
        chances[order[top_k:]] = 0
    if top_p is not None:
        chances[order[np.cumsum(chances[order]) - chances[order] >= top_p]] = 0
    return int(np.random.choice(len(chances), p=chances))
