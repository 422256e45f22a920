"""
en: Each score divided by the sum of the scores
es: Cada puntuación dividida por la suma de las puntuaciones

done: The scores go into the quotient themselves, no exponential is taken.
why: Scores may be negative, and then so are your "probabilities"; others go above 1 to make up for it. If the scores
    of a row happen to cancel out, you divide by nearly 0.
try: Call it with [2, -1, -0.5] and with [1, -1]. What would have to happen to each score first, so that it is
    positive whatever its sign, and the larger still comes out larger?

hecho: En el cociente entran las puntuaciones mismas, sin ninguna exponencial.
por_que: Las puntuaciones pueden ser negativas, y entonces también lo son tus «probabilidades»; otras pasan de 1 para
    compensarlo. Y si las puntuaciones de una fila se anulan entre sí, divides casi por 0.
prueba: Llámala con [2, -1, -0.5] y con [1, -1]. ¿Qué tendría que pasarle antes a cada puntuación para que sea
    positiva tenga el signo que tenga, y la mayor siga siendo la mayor?

fails: values, sums_to_one, shift_invariant, stable, minus_infinity
catalogue: SM-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """z over its sum."""
    return np.asarray(z / z.sum(axis=axis, keepdims=True))
