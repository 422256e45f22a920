"""
en: The exponentials aren't divided by their sum
es: Las exponenciales no se dividen entre su suma

done: Your weights are the exponentials of the scores, and that's where you stop.
why: Weights share out an attention of 1. Undivided exponentials add up to far more, and the output is as many times
    too large.
try: Add your three weights up. What do you have to divide each of them by, so that together they make 1?

hecho: Tus pesos son las exponenciales de las puntuaciones, y ahí te has parado.
por_que: Los pesos reparten una atención de 1. Las exponenciales sin dividir suman mucho más, y la salida es otras
    tantas veces demasiado grande.
prueba: Suma tus tres pesos. ¿Entre qué tienes que dividir cada uno para que juntos sumen 1?

fails: weights
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...gato_row import gato_scores, values


def gato_weights() -> NDArray[np.float64]:
    """The exponentials alone."""
    weights: NDArray[np.float64] = np.exp(gato_scores())
    return weights


def gato_output() -> NDArray[np.float64]:
    """What follows from these weights."""
    return gato_weights() @ values()
