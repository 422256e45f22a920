"""
en: A blocked score becomes 0, or something as close to it as -1e-9
es: Una puntuación bloqueada se queda en 0, o en algo tan cercano como -1e-9

done: Where the mask blocks, the score ends at 0 or right beside it: it's multiplied by the 0 of the mask, or such a
    number is filled in. (How far from 0 is -1e-9?)
why: A score of 0 isn't "nothing", it is a middling score, and the softmax gives it a fair share; after a negative one
    it's even a promotion. The blocked key keeps speaking.
try: Print a blocked score just before the softmax, and its exponential. Where on the number line must it stand, so that
    its exponential vanishes beside any other?

hecho: Donde la máscara bloquea, la puntuación acaba en 0 o justo al lado: se multiplica por el 0 de la máscara, o se
    rellena con un número así. (¿A qué distancia de 0 está -1e-9?)
por_que: Una puntuación de 0 no es «nada»: es una puntuación mediana, y el softmax le da su parte; si era negativa,
    hasta sale ganando. La clave bloqueada sigue hablando.
prueba: Imprime una puntuación bloqueada justo antes del softmax, y su exponencial. ¿En qué lugar de la recta tiene que
    estar para que su exponencial desaparezca al lado de cualquier otra?

fails: mask_before_softmax, blocked_is_invisible
catalogue: MK-02, MK-03
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
