"""
en: NaN or +inf stands in the place of a blocked score
es: En el lugar de una puntuación bloqueada hay NaN o +inf

done: Where the mask blocks, the scores become NaN or +inf. A whole row is lost with the first of them.
why: The softmax adds up a row, and with NaN in it the sum is NaN. With +inf it comes to inf - inf or inf/inf, and
    both are NaN too. Only e^-inf is a clean 0, and leaves the other keys their weights.
try: Compute softmax([1, 2, np.nan]), softmax([1, 2, np.inf]) and softmax([1, 2, -np.inf]). Which of the three gives
    the first two keys what they would have without the third?

hecho: Donde la máscara bloquea, las puntuaciones pasan a ser NaN o +inf. Con la primera de ellas se pierde la fila
    entera.
por_que: El softmax suma una fila, y con un NaN en ella la suma es NaN. Con +inf se llega a inf - inf o a inf/inf, y
    las dos cosas son también NaN. Solo e^-inf es un 0 limpio, que deja a las demás claves sus pesos.
prueba: Calcula softmax([1, 2, np.nan]), softmax([1, 2, np.inf]) y softmax([1, 2, -np.inf]). ¿Cuál de los tres da a las
    dos primeras claves lo que tendrían sin la tercera?

fails: mask_convention, mask_before_softmax, blocked_is_invisible
catalogue: MK-03, MK-14
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with NaN in the place of -inf."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, np.nan)
    weights = softmax(scores)
    return weights @ V, weights
