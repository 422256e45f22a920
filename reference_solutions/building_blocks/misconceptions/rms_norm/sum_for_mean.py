"""
en: The squares are added up, not averaged
es: Los cuadrados se suman, no se promedian

done: The token is divided by the root of the sum of its squares, which is its length.
why: Every token then has length 1, and its features get the smaller the more of them there are: with 512, they are
    around 0.04. The M of RMS keeps them around 1 at any width.
try: Print the mean of the squares of one normalised token, with 4 features and with 400. Which number should it be
    both times?

hecho: El token se divide por la raíz de la suma de sus cuadrados, que es su longitud.
por_que: Así todo token tiene longitud 1, y sus características son más pequeñas cuantas más haya: con 512, rondan
    0.04. La M de RMS las mantiene cerca de 1 con cualquier ancho.
prueba: Imprime la media de los cuadrados de un token normalizado, con 4 características y con 400. ¿Qué número
    debería salir las dos veces?

fails: values, unit_rms
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """As the reference, with a sum."""
    length: NDArray[np.float64] = np.sqrt((x * x).sum(axis=-1, keepdims=True) + eps)
    return gain * x / length
