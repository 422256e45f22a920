"""
en: Powers of 2 instead of powers of e
es: Potencias de 2 en lugar de potencias de e

done: Your probabilities stand to each other as 2 raised to the scores.
why: Everything looks right: the order, the sums, the shape. But a score that is higher by 1 should win by a factor of
    2.718..., and here it wins by 2, so all distributions are too flat.
try: For scores that differ by exactly 1, divide the larger probability by the smaller. Which number should that be,
    and which function gives its powers?

hecho: Tus probabilidades guardan entre sí la proporción de 2 elevado a las puntuaciones.
por_que: Todo parece en orden: el orden de las puntuaciones, las sumas, la forma. Pero una puntuación mayor en 1
    debería ganar por un factor de 2.718..., y aquí gana por 2, así que todas las distribuciones quedan demasiado
    planas.
prueba: Con puntuaciones que difieren exactamente en 1, divide la probabilidad mayor por la menor. ¿Qué número debería
    salir, y qué función da sus potencias?

fails: values
catalogue: SM-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import softmax as reference


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """2^z in the proportions of the reference."""
    return reference.softmax(z * np.log(2.0), axis)
