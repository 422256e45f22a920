"""
en: The mask is added to the scores
es: La máscara se suma a las puntuaciones

done: Your function expects a mask of zeros and -inf that can be added. In this course a mask holds True for "may
    attend" and False for "blocked".
why: With the course's masks an allowed key gains 1 and a blocked one loses nothing: no error, slightly other weights,
    and the future stays visible.
try: Add np.array([True, False]) to [2.0, 2.0] and take the softmax. How much is left of "blocked"?

hecho: Tu función espera una máscara de ceros y -inf que se pueda sumar. En este curso, una máscara contiene True para
    «puede atender» y False para «bloqueado».
por_que: Con las máscaras del curso, una clave permitida gana 1 y una bloqueada no pierde nada: ningún error, unos
    pesos algo distintos, y el futuro sigue a la vista.
prueba: Suma np.array([True, False]) a [2.0, 2.0] y calcula el softmax. ¿Cuánto queda de «bloqueado»?

fails: mask_convention
catalogue: MK-06
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with a sum in place of the choice."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores + mask
    weights = softmax(scores)
    return weights @ V, weights
