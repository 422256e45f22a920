"""
en: Top-p keeps one token more than it takes
es: Top-p conserva un token más de los necesarios

done: After the token with which the mass reaches p, the next one is kept too: the cumulative sums are shifted twice, or
    1 is added once too often.
why: The smallest set that reaches p is due. One token more has less probability than all that are left, and where the
    first token alone reaches p it is the difference between a sure answer and a gamble.
try: Which tokens does your function keep of the probabilities [0.6, 0.3, 0.1] for p = 0.5, and which for p = 0.8?

hecho: Después del token con el que la masa llega a p se conserva también el siguiente: las sumas acumuladas se
    desplazan dos veces, o se suma un 1 de más.
por_que: Se pide el conjunto más pequeño que llega a p. Un token más es menos probable que todos los que quedan, y si
    el primero ya llega a p por sí solo, es la diferencia entre una respuesta segura y una apuesta.
prueba: ¿Qué tokens conserva tu función de las probabilidades [0.6, 0.3, 0.1] con p = 0.5, y cuáles con p = 0.8?

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
    """The right one with a token too many."""
    if top_p is None:
        return right(logits, temperature, top_k)
    chances = softmax(logits / temperature)
    order = np.argsort(-chances)
    kept = order[: int(np.searchsorted(np.cumsum(chances[order]), top_p)) + 2]
    return int(kept[np.random.choice(len(kept), p=chances[kept] / chances[kept].sum())])
