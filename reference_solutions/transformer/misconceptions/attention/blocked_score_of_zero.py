"""
en: A blocked score is set to 0, or to something as close to it as -1e-9
es: Una puntuación bloqueada se pone a 0, o a algo tan cercano como -1e-9

done: Where the mask blocks, the score is replaced by a number next to 0. (How far from 0 is -1e-9?)
why: A score of 0 isn't "nothing", it is a middling score, and the softmax gives it a fair share. The blocked key
    keeps speaking.
try: Print the exponential of the number you fill in. Where on the number line must it stand, so that its exponential
    vanishes beside any other?

hecho: Donde la máscara bloquea, la puntuación se sustituye por un número pegado a 0. (¿A qué distancia de 0 está
    -1e-9?)
por_que: Una puntuación de 0 no es «nada»: es una puntuación mediana, y el softmax le da su parte. La clave bloqueada
    sigue hablando.
prueba: Imprime la exponencial del número con el que rellenas. ¿En qué lugar de la recta tiene que estar para que su
    exponencial desaparezca al lado de cualquier otra?

fails: mask_before_softmax, blocked_is_invisible
catalogue: MK-03
alike: attention/scores_times_mask
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with 0 in the place of -inf."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, 0.0)
    weights = softmax(scores)
    return weights @ V, weights
