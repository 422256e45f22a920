"""
en: The token isn't multiplied by the gain
es: El token no se multiplica por la ganancia

done: The bias is added to the normalised token, and the gain, which the function is given, is left out.
why: With the gain that a model starts with, 1, nobody notices. But no feature can ever be told to count for more than
    another.
try: Call it with a gain of 2 and a bias of 0 for all features. Which variance should a token have then?

hecho: Al token normalizado se le suma el sesgo, y la ganancia, que la función recibe, se queda fuera.
por_que: Con la ganancia con la que empieza un modelo, 1, nadie lo nota. Pero así nunca se le puede decir a una
    característica que cuente más que otra.
prueba: Llámala con una ganancia de 2 y un sesgo de 0 para todas las características. ¿Qué varianza debería tener
    entonces un token?

fails: values, affine
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """As the reference, without the gain."""
    mean: NDArray[np.float64] = x.mean(axis=-1, keepdims=True)
    variance: NDArray[np.float64] = x.var(axis=-1, keepdims=True)
    return np.asarray((x - mean) / np.sqrt(variance + eps) + beta)
