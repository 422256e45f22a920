"""
en: The bias is added before the gain multiplies
es: El sesgo se suma antes de multiplicar por la ganancia

done: The gain multiplies the sum of the normalised token and the bias.
why: The bias then moves a feature by gain times bias: whoever makes a feature smaller moves it, too. Weights of a model
    that was trained with the usual formula give other numbers here.
try: Take gain 2 and bias 3 for a constant token. Which value should come out, by the formula?

hecho: La ganancia multiplica la suma del token normalizado y el sesgo.
por_que: El sesgo mueve entonces una característica en ganancia por sesgo: quien la encoge, también la mueve. Los pesos
    de un modelo entrenado con la fórmula de siempre dan aquí otros números.
prueba: Toma ganancia 2 y sesgo 3 con un token constante. ¿Qué valor debería salir según la fórmula?

fails: values, affine
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """As the reference, in another order."""
    mean: NDArray[np.float64] = x.mean(axis=-1, keepdims=True)
    variance: NDArray[np.float64] = x.var(axis=-1, keepdims=True)
    return np.asarray(gamma * ((x - mean) / np.sqrt(variance + eps) + beta))
