"""
en: The mean square is taken over the tokens
es: La media de los cuadrados se toma sobre los tokens

done: For each feature, the squares are averaged over the tokens of the sequence.
why: What a token becomes then depends on its neighbours, also on those to come: a causal model would see the future.
try: Normalise one token alone, and the same token among others. Do you get the same numbers? Which axis holds the
    features of a token?

hecho: Para cada característica, los cuadrados se promedian sobre los tokens de la secuencia.
por_que: Así, en qué se convierte un token depende de sus vecinos, también de los que vienen después: un modelo causal
    vería el futuro.
prueba: Normaliza un token solo, y el mismo token entre otros. ¿Salen los mismos números? ¿En qué eje están las
    características de un token?

fails: values, unit_rms, only_rescales
catalogue: LN-06
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """As the reference, over the tokens."""
    mean_square: NDArray[np.float64] = (x * x).mean(axis=-2, keepdims=True)
    return gain * x / np.sqrt(mean_square + eps)
