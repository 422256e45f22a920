"""
en: Divided by the standard deviation
es: Se divide por la desviación típica

done: The token keeps its mean, but what it is divided by is its standard deviation.
why: Standard deviation and root mean square are the same for a token of mean 0 only. A token that lies far from 0
    with little variation would be blown up.
try: Take the token (10, 10.1, 9.9). How large is its standard deviation, how large its root mean square? How large
    should it come out?

hecho: El token conserva su media, pero se divide por su desviación típica.
por_que: La desviación típica y la raíz de la media de los cuadrados solo coinciden en un token de media 0. Un token
    alejado de 0 y con poca variación se haría enorme.
prueba: Toma el token (10, 10.1, 9.9). ¿Cuánto vale su desviación típica, y cuánto la raíz de la media de sus
    cuadrados? ¿De qué tamaño debería salir?

fails: values, unit_rms
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """As the reference, with the standard deviation."""
    variance: NDArray[np.float64] = x.var(axis=-1, keepdims=True)
    return gain * x / np.sqrt(variance + eps)
