"""
en: The smallest score wins
es: Gana la puntuación más pequeña

done: The larger a score, the smaller the probability you give it: somewhere a sign turns round before the
    exponential.
why: Sums don't show it, every row still adds up to 1. But attention would look away from what fits best, and a -inf,
    which should shut a key out, would let nothing but that key in.
try: Follow the row [0, 5] through your function by hand, line by line. On which line does the larger number become
    the smaller one?

hecho: Cuanto más grande es una puntuación, menos probabilidad le das: en algún punto, antes de la exponencial, cambia
    un signo.
por_que: Las sumas no lo delatan, cada fila sigue sumando 1. Pero la atención apartaría la mirada de lo que mejor
    encaja, y un -inf, que debería dejar fuera una clave, no dejaría pasar más que esa.
prueba: Sigue la fila [0, 5] a mano por tu función, línea a línea. ¿En qué línea el número mayor se convierte en el
    menor?

fails: values, minus_infinity
catalogue: SM-06
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import softmax as reference


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """The reference of -z."""
    return reference.softmax(-z, axis)
