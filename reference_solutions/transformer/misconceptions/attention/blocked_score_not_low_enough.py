"""
en: The number that stands for "blocked" isn't low enough
es: El número que significa «bloqueado» no es lo bastante bajo

done: A blocked score is replaced by a finite number, or lowered by one, and that number isn't large enough.
why: Beside small scores the weight that is left looks like 0. But scores of some hundreds do occur, while a model is
    training or when nothing divides them by √d_k, and then the blocked keys win.
try: Multiply Q by 1000 and look at the weights of the blocked keys. Is there a number that is below every other,
    however low?

hecho: Una puntuación bloqueada se sustituye por un número finito, o se baja en un número finito, y ese número no es
    lo bastante grande.
por_que: Al lado de puntuaciones pequeñas, el peso que queda parece 0. Pero puntuaciones de varios cientos sí aparecen,
    mientras un modelo entrena o cuando nada las divide entre √d_k, y entonces ganan las claves bloqueadas.
prueba: Multiplica Q por 1000 y mira los pesos de las claves bloqueadas. ¿Existe un número que esté por debajo de
    cualquier otro, por bajo que sea?

fails: mask_before_softmax
catalogue: MK-16
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
