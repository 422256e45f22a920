"""
en: Top-p looks at each token's own probability
es: Top-p mira la probabilidad de cada token por separado

done: A token stays if its own probability reaches a threshold, p or 1 - p.
why: Where no token is that probable, nothing is left, and 0/0 is NaN. Top-p is about a sum: the most probable tokens
    are taken one after another until together they reach p.
try: Which tokens are the smallest set that reaches 0.6, of the probabilities 0.3, 0.25, 0.25 and 0.2? Which does your
    function keep?

hecho: Un token se queda si su propia probabilidad llega a un umbral, p o 1 - p.
por_que: Si ningún token es tan probable, no queda nada, y 0/0 es NaN. En top-p se trata de una suma: se toman los
    tokens más probables, uno tras otro, hasta que entre todos llegan a p.
prueba: ¿Qué tokens forman el menor conjunto que llega a 0.6, con las probabilidades 0.3, 0.25, 0.25 y 0.2? ¿Cuáles
    conserva tu función?

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
    """The right one with a bar for each token."""
    if top_p is None:
        return right(logits, temperature, top_k)
    chances = softmax(logits / temperature)
    chances[chances < 1 - top_p] = 0
    with np.errstate(invalid="ignore"):
        return int(np.random.choice(len(chances), p=chances / chances.sum()))
