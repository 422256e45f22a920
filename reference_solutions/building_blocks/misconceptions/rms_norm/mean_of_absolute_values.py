"""
en: Divided by the mean of the absolute values
es: Se divide por la media de los valores absolutos

done: Each token is divided by the mean of |x|: nothing is squared.
why: That is a measure of size, too, but a smaller one, and it depends on how the features are distributed: a token
    with one large feature comes out far larger than one whose features are all alike.
try: Take the token (3, 0, 0, 0). How large is the mean of its absolute values, how large its root mean square? Which
    letter of RMS have you not used?

hecho: Cada token se divide por la media de |x|: no se eleva nada al cuadrado.
por_que: También es una medida del tamaño, pero más pequeña, y depende de cómo se repartan las características: un
    token con una sola característica grande sale mucho mayor que uno que las tenga todas parecidas.
prueba: Toma el token (3, 0, 0, 0). ¿Cuánto vale la media de sus valores absolutos, y cuánto la raíz de la media de sus
    cuadrados? ¿Qué letra de RMS no has usado?

fails: values, unit_rms
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """As the reference, with the mean of |x|."""
    size: NDArray[np.float64] = np.abs(x).mean(axis=-1, keepdims=True)
    return gain * x / (size + eps)
