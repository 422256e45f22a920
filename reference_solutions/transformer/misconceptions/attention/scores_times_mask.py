"""
en: The scores are multiplied by the mask
es: Las puntuaciones se multiplican por la máscara

done: A blocked score becomes 0, because it is multiplied by the 0 of the mask.
why: For the softmax 0 is a score like any other: e⁰ = 1. If the allowed scores are negative, the blocked key even
    gets the largest weight of all.
try: Take the scores [-2, -3, 5] and block the third. Which weight does it keep? Which score has an exponential of 0?

hecho: Una puntuación bloqueada se vuelve 0, porque se multiplica por el 0 de la máscara.
por_que: Para el softmax, 0 es una puntuación como otra cualquiera: e⁰ = 1. Si las puntuaciones permitidas son
    negativas, la clave bloqueada se lleva incluso el peso más grande.
prueba: Toma las puntuaciones [-2, -3, 5] y bloquea la tercera. ¿Con qué peso se queda? ¿Qué puntuación tiene
    exponencial 0?

fails: mask_before_softmax, blocked_is_invisible
catalogue: MK-02
alike: attention/blocked_score_of_zero
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with a product in place of the choice."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores * (mask != 0)
    weights = softmax(scores)
    return weights @ V, weights
