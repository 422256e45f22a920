"""
en: One mean and one variance for all tokens
es: Una sola media y una sola varianza para todos los tokens

done: Mean and variance are taken over the whole array: one number each.
why: Layer norm gives every token the same size, so that none outshouts the others. With one scale for all of them
    their sizes stay as different as they were, and each depends on who else is in the batch.
try: Print the variance of each token of your result. Are they all 1? What shape should the mean have for an input of
    (2, 5, 6)?

hecho: La media y la varianza se toman sobre todo el array: un solo número cada una.
por_que: Layer norm da a todos los tokens el mismo tamaño, para que ninguno tape a los demás. Con una sola escala para
    todos, sus tamaños siguen siendo tan distintos como antes, y cada uno depende de quién más haya en el lote.
prueba: Imprime la varianza de cada token de tu resultado. ¿Son todas 1? ¿Qué forma debería tener la media con una
    entrada de (2, 5, 6)?

fails: values, normalised, per_token
catalogue: LN-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """As the reference, over all that is there."""
    scaled: NDArray[np.float64] = gamma * (x - x.mean()) / np.sqrt(x.var() + eps)
    return scaled + beta
