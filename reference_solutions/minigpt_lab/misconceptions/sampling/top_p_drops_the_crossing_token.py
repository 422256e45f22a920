"""
en: Top-p drops the token with which the mass reaches p
es: Top-p descarta el token con el que la masa llega a p

done: Only tokens whose cumulative sum is still at most p are kept, so the one that crosses p is cut.
why: What is left has less mass than was asked. Where the first token alone is above p, nothing is left at all: NaN,
    or an error.
try: Write down the cumulative sums of [0.6, 0.3, 0.1], and mark by your rule which tokens stay for p = 0.5 and for p
    = 0.8. Does the set reach p each time?

hecho: Solo se conservan los tokens cuya suma acumulada aún no pasa de p, así que se descarta el que la cruza.
por_que: Lo que queda tiene menos masa de la pedida. Si el primer token ya supera p por sí solo, no queda ninguno:
    NaN, o un error.
prueba: Escribe las sumas acumuladas de [0.6, 0.3, 0.1] y marca, según tu regla, qué tokens se quedan con p = 0.5 y
    con p = 0.8. ¿Llega el conjunto a p en los dos casos?

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
    """The right one with cumsum <= p."""
    if top_p is None:
        return right(logits, temperature, top_k)
    chances = softmax(logits / temperature)
    order = np.argsort(-chances)
    kept = order[np.cumsum(chances[order]) <= top_p]
    return int(kept[np.random.choice(len(kept), p=chances[kept] / chances[kept].sum())])
