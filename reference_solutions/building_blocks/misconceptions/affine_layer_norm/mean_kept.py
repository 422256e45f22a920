"""
en: The mean is not taken away
es: No se resta la media

done: The token is divided by its standard deviation as it is.
why: Of the two steps of the formula one is missing: a token that lies far from 0 stays there, and its common offset,
    which says nothing, can be much larger than the differences between its features.
try: Add 100 to all features of a token. Should its layer norm change? And does yours? (A norm without the mean
    exists, RMSNorm, but it divides by something else.)

hecho: El token se divide por su desviación típica tal como está.
por_que: De los dos pasos de la fórmula falta uno: un token alejado de 0 sigue alejado, y ese desplazamiento común,
    que no dice nada, puede ser mucho mayor que las diferencias entre sus características.
prueba: Suma 100 a todas las características de un token. ¿Debería cambiar su layer norm? ¿Y la tuya? (Existe una
    norma sin la media, RMSNorm, pero divide por otra cosa.)

fails: values, normalised
catalogue: LN-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """As the reference, without centring."""
    variance: NDArray[np.float64] = x.var(axis=-1, keepdims=True)
    return gamma * x / np.sqrt(variance + eps) + beta
