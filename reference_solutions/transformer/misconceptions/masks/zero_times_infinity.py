"""
en: 0 times infinity: the causal mask holds NaN
es: 0 por infinito: la máscara causal contiene NaN

done: A triangle of zeros and ones is multiplied by -inf.
why: 1 · -∞ is -∞, but 0 · -∞ isn't 0: it is NaN. So the cells that should stay free hold "not a number", and every
    score that meets one is lost.
try: Print causal_mask(3). Which cells came out as you meant them? Is there a way to place -inf that leaves the other
    cells out of the sum altogether?

hecho: Un triángulo de ceros y unos se multiplica por -inf.
por_que: 1 · -∞ es -∞, pero 0 · -∞ no es 0: es NaN. Así que las casillas que debían quedar libres contienen «no es un
    número», y toda puntuación que se encuentra con una se pierde.
prueba: Imprime causal_mask(3). ¿Qué casillas han salido como querías? ¿Hay alguna manera de colocar -inf que ni
    siquiera haga cuentas con las demás casillas?

fails: causal, in_attention, combined
catalogue: MK-14
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def causal_mask(n: int) -> NDArray[np.float64]:
    """(1 - tril) * -inf."""
    return np.asarray((1.0 - np.tril(np.ones((n, n)))) * -np.inf)
