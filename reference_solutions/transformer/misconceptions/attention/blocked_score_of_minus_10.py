"""
en: -10 isn't low enough for "blocked"
es: -10 no es lo bastante bajo para «bloqueado»

done: A blocked score is replaced by a number such as -10, low beside the scores of your tests.
why: e^-10 is one part in 22 000, so each blocked key still gets a little of the attention; of a long row there are
    many of them. And scores of -10 and less are nothing unusual: beside those the blocked keys win.
try: Print the weights of the blocked keys with all their digits. Then make the row of scores [-20, -20, blocked].
    Which number is below every other, however low?

hecho: Una puntuación bloqueada se sustituye por un número como -10, bajo al lado de las puntuaciones de tus pruebas.
por_que: e^-10 es una parte entre 22 000: cada clave bloqueada sigue recibiendo un poco de atención, y en una fila larga
    hay muchas. Además, las puntuaciones de -10 y menos no son nada raro: a su lado ganan las claves bloqueadas.
prueba: Imprime con todas sus cifras los pesos de las claves bloqueadas. Después prueba con la fila de puntuaciones
    [-20, -20, bloqueada]. ¿Qué número está por debajo de cualquier otro, por bajo que sea?

fails: mask_before_softmax, blocked_is_invisible
catalogue: MK-16
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, with -10 in the place of -inf."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        scores = np.where(mask, scores, -10.0)
    weights = softmax(scores)
    return weights @ V, weights
