"""
en: -100 isn't low enough for "blocked"
es: -100 no es lo bastante bajo para «bloqueado»

done: A blocked score is replaced by -100.
why: Beside ordinary scores that looks like 0. But nothing keeps scores from being lower still: large vectors that
    point in opposite directions reach -1000 easily, and then the blocked keys win.
try: Multiply Q by 1000 and look at the weights of the blocked keys. Is there a number that is below every other,
    however low?

hecho: Una puntuación bloqueada se sustituye por -100.
por_que: Al lado de puntuaciones corrientes eso parece 0. Pero nada impide que las haya aún más bajas: dos vectores
    grandes que apuntan en direcciones opuestas llegan a -1000 sin esfuerzo, y entonces ganan las claves bloqueadas.
prueba: Multiplica Q por 1000 y mira los pesos de las claves bloqueadas. ¿Existe un número que esté por debajo de
    cualquier otro, por bajo que sea?

fails: mask_before_softmax
catalogue: MK-16
alike: attention/blocked_score_of_minus_10000
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with -100 in the place of -inf."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -100.0)
    weights = softmax(scores)
    return weights @ V, weights
