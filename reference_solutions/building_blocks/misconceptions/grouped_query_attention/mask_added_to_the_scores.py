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

fails: convention
catalogue: MK-06
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ....transformer.softmax import softmax


def grouped_query_attention(Q: Any, K: Any, V: Any, mask: Any = None) -> Any:
    """A mask of 0 and -inf."""
    group = Q.shape[-3] // K.shape[-3]
    K, V = np.repeat(K, group, axis=-3), np.repeat(V, group, axis=-3)
    scores = Q @ np.swapaxes(K, -1, -2) / Q.shape[-1] ** 0.5
    weights = softmax(scores if mask is None else scores + mask)
    return weights @ V, weights
