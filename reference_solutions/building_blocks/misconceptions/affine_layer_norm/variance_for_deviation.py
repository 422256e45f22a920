"""
en: Divided by the variance
es: Se divide por la varianza

done: The centred token is divided by its variance; the root is missing.
why: A token that is 10 times as large then comes out 10 times as small. What was to make the size of tokens
    irrelevant turns it upside down.
try: Normalise x and 10 x. Should the results differ? In which unit is a variance, if x were in metres?

hecho: El token centrado se divide por su varianza; falta la raíz.
por_que: Un token 10 veces más grande sale entonces 10 veces más pequeño. Lo que debía hacer irrelevante el tamaño de
    los tokens lo pone del revés.
prueba: Normaliza x y 10 x. ¿Deberían ser distintos los resultados? ¿En qué unidad estaría una varianza si x estuviera
    en metros?

fails: values, normalised
catalogue: LN-04
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """As the reference, without the root."""
    mean: NDArray[np.float64] = x.mean(axis=-1, keepdims=True)
    variance: NDArray[np.float64] = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / (variance + eps) + beta
