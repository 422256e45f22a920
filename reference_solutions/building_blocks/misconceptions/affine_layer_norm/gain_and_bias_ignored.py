"""
en: Gain and bias have no effect
es: La ganancia y el sesgo no tienen efecto

done: Your layer norm takes a gain and a bias, and gives the normalised token without them.
why: With the values that they start with, 1 and 0, nobody notices. But the model can then never learn that one
    feature should be larger than another, or never negative.
try: Call it with a gain of 2 and a bias of 3 for all features. What mean and what standard deviation should a token
    have then?

hecho: Tu layer norm recibe una ganancia y un sesgo, y devuelve el token normalizado sin ellos.
por_que: Con los valores con los que empiezan, 1 y 0, nadie lo nota. Pero así el modelo nunca podrá aprender que una
    característica debe ser mayor que otra, o que nunca sea negativa.
prueba: Llámala con una ganancia de 2 y un sesgo de 3 para todas las características. ¿Qué media y qué desviación
    típica debería tener entonces un token?

fails: values, affine
catalogue: LN-09
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """As the reference, without gain and bias."""
    mean: NDArray[np.float64] = x.mean(axis=-1, keepdims=True)
    variance: NDArray[np.float64] = x.var(axis=-1, keepdims=True)
    return np.asarray((x - mean) / np.sqrt(variance + eps))
