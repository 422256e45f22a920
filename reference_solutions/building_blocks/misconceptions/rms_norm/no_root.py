"""
en: Divided by the mean square
es: Se divide por la media de los cuadrados

done: The token is divided by the mean of its squares; the root is missing.
why: A token that is 10 times as large then comes out 10 times as small. What was to make the size of tokens
    irrelevant turns it upside down.
try: Normalise x and 10 x. Should the results differ? Which letter of RMS have you not used?

hecho: El token se divide por la media de sus cuadrados; falta la raíz.
por_que: Un token 10 veces más grande sale entonces 10 veces más pequeño. Lo que debía hacer irrelevante el tamaño de
    los tokens lo pone del revés.
prueba: Normaliza x y 10 x. ¿Deberían ser distintos los resultados? ¿Qué letra de RMS no has usado?

fails: values, unit_rms
catalogue: LN-04
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """As the reference, without the root."""
    mean_square: NDArray[np.float64] = (x * x).mean(axis=-1, keepdims=True)
    return gain * x / (mean_square + eps)
