"""
en: The caller's queries are overwritten
es: Se sobrescriben las consultas de quien llama

done: You scale in place, and so the array that was handed in is smaller after the call than before.
why: The first call is right. The second one with the same Q divides what has been divided already, and its answer is
    another. In training, other heads or a cache may still need the old numbers.
try: Call the function twice in a row with the same arrays and compare. Which of your operations write into an array
    that isn't yours?

hecho: Escalas en el propio array, y por eso el que te han dado es más pequeño después de la llamada que antes.
por_que: La primera llamada es correcta. La segunda, con la misma Q, divide lo que ya estaba dividido, y responde otra
    cosa. Durante el entrenamiento, otras cabezas o una caché pueden necesitar todavía los números de antes.
prueba: Llama a la función dos veces seguidas con los mismos arrays y compara. ¿Qué operaciones tuyas escriben en un
    array que no es tuyo?

fails: input_untouched
catalogue: AT-21
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, but Q is divided in place."""
    Q /= math.sqrt(Q.shape[-1])
    scores = Q @ np.swapaxes(K, -2, -1)
    if mask is not None:
        scores = np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights @ V, weights
