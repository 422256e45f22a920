"""
en: The caller's mask is overwritten
es: Se sobrescribe la máscara de quien llama

done: Inside the function the mask is turned into what you need, in the caller's own array.
why: One mask serves all heads and all layers. The first gets the right one, the second a mask that says something
    else, and nobody looks for the fault in a function that gave the right answer.
try: Print the mask before and after the call, and then the results of two calls in a row. Where do you assign into
    it?

hecho: Dentro de la función, la máscara se transforma en lo que necesitas, pero en el array de quien llama.
por_que: Una misma máscara sirve a todas las cabezas y a todas las capas. La primera recibe la buena, la segunda una
    que dice otra cosa, y nadie busca el fallo en una función que ha respondido bien.
prueba: Imprime la máscara antes y después de la llamada, y luego los resultados de dos llamadas seguidas. ¿Dónde
    asignas algo dentro de ella?

fails: input_untouched
catalogue: MK-21
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, but the mask is negated in place first."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        np.logical_not(mask, out=mask)
        scores = np.where(mask, -np.inf, scores)
    weights = softmax(scores)
    return weights @ V, weights
