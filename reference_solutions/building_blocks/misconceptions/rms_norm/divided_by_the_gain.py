"""
en: Divided by the gain
es: Se divide por la ganancia

done: The normalised token is divided by the gain, not multiplied by it.
why: At the start all gains are 1 and both are the same. But weights that were trained elsewhere then act the other way
    round: the features that should be large come out small.
try: Call it with a gain of 2 for the first feature. Should that feature come out twice as large or half as large?

hecho: El token normalizado se divide por la ganancia, en lugar de multiplicarse por ella.
por_que: Al principio todas las ganancias valen 1 y da lo mismo. Pero los pesos entrenados en otro sitio actúan
    entonces al revés: las características que deberían ser grandes salen pequeñas.
prueba: Llámala con una ganancia de 2 para la primera característica. ¿Debería salir el doble de grande, o la mitad?

fails: values, gain
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """As the reference, divided by the gain."""
    mean_square: NDArray[np.float64] = (x * x).mean(axis=-1, keepdims=True)
    return x / np.sqrt(mean_square + eps) / gain
