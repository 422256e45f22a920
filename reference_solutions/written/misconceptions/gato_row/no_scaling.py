"""
en: The scores aren't divided by √d_k
es: Las puntuaciones no se dividen por √d_k

done: Your weights are those of 4, 0 and 2, the products as they are.
why: With d_k = 2 they should be divided by √2 first. Without that "gato" looks at "el" too surely: the larger d_k is,
    the worse, until one weight is 1 and nothing can be learned.
try: Take the row of "el", which is worked out above, and do it once with the division and once without. Which of the
    two gives the weights that are printed there?

hecho: Tus pesos son los de 4, 0 y 2, los productos tal cual.
por_que: Con d_k = 2 hay que dividirlos antes por √2. Sin eso, «gato» mira a «el» con demasiada seguridad: cuanto
    mayor es d_k, peor, hasta que un peso vale 1 y ya no se puede aprender nada.
prueba: Toma la fila de «el», que está resuelta más arriba, y hazla una vez con la división y otra sin ella. ¿Cuál de
    las dos da los pesos que aparecen allí?

fails: weights
catalogue: AT-01
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...gato_row import gato_scores, values


def gato_weights() -> NDArray[np.float64]:
    """The softmax of the products."""
    return softmax(np.sqrt(2) * gato_scores())


def gato_output() -> NDArray[np.float64]:
    """What follows from these weights."""
    return gato_weights() @ values()
