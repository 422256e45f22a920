"""
en: The gain has no effect
es: La ganancia no tiene efecto

done: Your function takes a gain, and gives the normalised token without it.
why: While all gains are 1, as at the start of training, nobody notices. But the model can then never learn that one
    feature should be larger than another.
try: Call it with a gain of 3 for the first feature and 1 for the others. What should change, and what changes?

hecho: Tu función recibe una ganancia y devuelve el token normalizado sin ella.
por_que: Mientras todas las ganancias valgan 1, como al empezar a entrenar, nadie lo nota. Pero así el modelo nunca
    podrá aprender que una característica debe ser mayor que otra.
prueba: Llámala con una ganancia de 3 para la primera característica y de 1 para las demás. ¿Qué debería cambiar, y
    qué cambia?

fails: values, gain
catalogue: LN-09
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """As the reference, without the gain."""
    mean_square: NDArray[np.float64] = (x * x).mean(axis=-1, keepdims=True)
    return np.asarray(x / np.sqrt(mean_square + eps))
