"""
en: The bias is not added
es: No se suma el sesgo

done: The normalised token is multiplied by the gain, and the bias, which the function is given, is left out.
why: With the bias that a model starts with, 0, nobody notices. But every token then keeps its features spread around
    0, and the model can never learn that one of them should be, say, always positive.
try: Call it with a gain of 1 and a bias of 3 for all features. Which mean should a token have then?

hecho: El token normalizado se multiplica por la ganancia, y el sesgo, que la función recibe, se queda fuera.
por_que: Con el sesgo con el que empieza un modelo, 0, nadie lo nota. Pero así las características de cualquier token
    siguen repartidas alrededor de 0, y el modelo nunca podrá aprender que una de ellas deba ser, por ejemplo, siempre
    positiva.
prueba: Llámala con una ganancia de 1 y un sesgo de 3 para todas las características. ¿Qué media debería tener
    entonces un token?

fails: values, affine
catalogue: LN-09
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """As the reference, without the bias."""
    mean: NDArray[np.float64] = x.mean(axis=-1, keepdims=True)
    variance: NDArray[np.float64] = x.var(axis=-1, keepdims=True)
    return np.asarray(gamma * (x - mean) / np.sqrt(variance + eps))
