"""
en: The masked scores are computed and then thrown away
es: Las puntuaciones enmascaradas se calculan y se tiran

done: Your masking gives back new scores, as `np.where` and `masked_fill` do, and nobody keeps them. The softmax goes
    on with the old ones.
why: It reads like a mask and does nothing. Such a line raises no error, and a model trained with it looks at the
    answers while it practises.
try: Print the scores right before and right after the line that applies the mask. What does this line return, and
    what does it change?

hecho: Tu máscara devuelve unas puntuaciones nuevas, como hacen `np.where` y `masked_fill`, y nadie las guarda. El
    softmax sigue con las viejas.
por_que: Se lee como una máscara y no hace nada. Una línea así no da ningún error, y un modelo entrenado con ella mira
    las respuestas mientras practica.
prueba: Imprime las puntuaciones justo antes y justo después de la línea que aplica la máscara. ¿Qué devuelve esa
    línea, y qué cambia?

fails: mask_convention, mask_before_softmax, blocked_is_invisible
catalogue: MK-15
alike: attention/mask_ignored
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ...softmax import softmax

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """As the reference, without keeping what `np.where` returns."""
    scores = Q @ np.swapaxes(K, -2, -1) / math.sqrt(Q.shape[-1])
    if mask is not None:
        np.where(mask, scores, -np.inf)
    weights = softmax(scores)
    return weights @ V, weights
