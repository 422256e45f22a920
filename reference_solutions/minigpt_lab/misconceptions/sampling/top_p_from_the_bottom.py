"""
en: Top-p fills its mass with the least probable tokens
es: Top-p llena su masa con los tokens menos probables

done: The probabilities are added up in rising order, so the small ones come first.
why: The set that reaches p should be the smallest one, which needs the largest probabilities. Yours is the largest
    one, and it may lack the favourite.
try: Sort [0.1, 0.6, 0.3] as your function does and print it. Is the first number the one that must never be cut?

hecho: Las probabilidades se suman en orden creciente, así que las pequeñas van primero.
por_que: El conjunto que llega a p debería ser el más pequeño, y para eso hacen falta las probabilidades más grandes.
    El tuyo es el más grande, y puede faltarle el favorito.
prueba: Ordena [0.1, 0.6, 0.3] como lo hace tu función e imprímelo. ¿Es el primer número el que nunca se debe
    descartar?

fails: top_p
catalogue: GE-17
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...sampling import sample_next as right


def sample_next(
    logits: NDArray[np.float64], temperature: float = 1.0, top_k: int | None = None, top_p: float | None = None
) -> int:
    """The right one from the other end."""
    if top_p is None:
        return right(logits, temperature, top_k)
    chances = softmax(logits / temperature)
    order = np.argsort(chances)
    before = np.cumsum(chances[order]) - chances[order]
    kept = order[before < top_p]
    return int(kept[np.random.choice(len(kept), p=chances[kept] / chances[kept].sum())])
