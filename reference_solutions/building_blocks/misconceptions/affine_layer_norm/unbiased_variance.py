"""
en: The variance is divided by d - 1
es: La varianza se divide entre d - 1

done: The variance that you use is the unbiased one: the sum of squares is divided by d - 1.
why: That is for estimating a variance from a sample. A token's features are no sample, they are all there is, and
    layer norm divides by d. With 768 features hardly anybody notices; with 6 the result is 9 percent too small.
    torch's var and std divide by d - 1 unless they are told otherwise.
try: Print the variance of one normalised token with NumPy. Is it 1? Which parameter of the function that you call
    says what it divides by?

hecho: La varianza que usas es la insesgada: la suma de cuadrados se divide entre d - 1.
por_que: Eso sirve para estimar una varianza a partir de una muestra. Las características de un token no son una
    muestra, son todas las que hay, y layer norm divide entre d. Con 768 características casi nadie lo nota; con 6 el
    resultado sale un 9 por ciento más pequeño. Las funciones var y std de torch dividen entre d - 1 si no se les dice
    otra cosa.
prueba: Imprime con NumPy la varianza de un token normalizado. ¿Es 1? ¿Qué parámetro de la función que llamas dice
    entre cuánto divide?

fails: normalised
catalogue: LN-01
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """As the reference, with an unbiased variance."""
    mean: NDArray[np.float64] = x.mean(axis=-1, keepdims=True)
    variance: NDArray[np.float64] = x.var(axis=-1, keepdims=True, ddof=1)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta
