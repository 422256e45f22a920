"""
en: 0 times infinity: the mask fills the scores with NaN
es: 0 por infinito: la máscara llena de NaN las puntuaciones

done: You multiply -inf by zeros and ones, as (1 - mask) * -inf does.
why: 0 · ∞ isn't 0, it is NaN, "not a number". It falls just on the keys that should stay as they are, and NaN spreads
    to everything that is computed with it.
try: Print 0.0 * -np.inf. How could the scores be told apart by the mask without any arithmetic on infinity?

hecho: Multiplicas -inf por ceros y unos, como hace (1 - mask) * -inf.
por_que: 0 · ∞ no es 0, es NaN, «no es un número». Cae justo en las claves que debían quedarse como estaban, y NaN
    contagia a todo lo que se calcula con él.
prueba: Imprime 0.0 * -np.inf. ¿Cómo se podrían separar las puntuaciones según la máscara sin hacer cuentas con el
    infinito?

fails: mask_convention, mask_before_softmax, blocked_is_invisible
catalogue: MK-14
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with (1 - mask) * -inf added."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = scores + (1 - np.asarray(mask, dtype=np.float64)) * -np.inf
    weights = softmax(scores)
    return weights @ V, weights
