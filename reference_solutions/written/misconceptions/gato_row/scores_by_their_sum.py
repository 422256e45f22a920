"""
en: The scores are divided by their sum: no exponential
es: Las puntuaciones se dividen por su suma: no hay exponencial

done: Your weights are the scores, divided by their sum.
why: That adds up to 1 too, but a score of 0 gets nothing at all, negative scores give negative weights, and scores
    that add up to 0 give no answer.
try: What would your rule make of the scores 1 and -1? And what does the exponential make of a score of 0?

hecho: Tus pesos son las puntuaciones, divididas por su suma.
por_que: Así también suman 1, pero una puntuación de 0 no recibe nada, las negativas dan pesos negativos, y si suman 0
    no hay resultado.
prueba: ¿Qué haría tu regla con las puntuaciones 1 y -1? ¿Y en qué convierte la exponencial una puntuación de 0?

fails: weights
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...gato_row import gato_scores, values


def gato_weights() -> NDArray[np.float64]:
    """4, 0 and 2 by 6."""
    weights: NDArray[np.float64] = gato_scores() / gato_scores().sum()
    return weights


def gato_output() -> NDArray[np.float64]:
    """What follows from these weights."""
    return gato_weights() @ values()
