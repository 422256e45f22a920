"""
en: Mean and variance are taken over the tokens
es: La media y la varianza se toman sobre los tokens

done: For each feature, the mean and the variance run over the tokens of the sequence.
why: Then what a token becomes depends on its neighbours, also on those to come: a causal model would see the future.
    And a sequence of a single token becomes nothing but the bias.
try: Normalise one token alone, and the same token among others. Do you get the same numbers? Which axis holds the
    features of a token?

hecho: Para cada característica, la media y la varianza recorren los tokens de la secuencia.
por_que: Así, en qué se convierte un token depende de sus vecinos, también de los que vienen después: un modelo causal
    vería el futuro. Y una secuencia de un solo token se queda en puro sesgo.
prueba: Normaliza un token solo, y el mismo token entre otros. ¿Salen los mismos números? ¿En qué eje están las
    características de un token?

fails: values, normalised, per_token
catalogue: LN-06
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """As the reference, over the tokens."""
    mean: NDArray[np.float64] = x.mean(axis=-2, keepdims=True)
    variance: NDArray[np.float64] = x.var(axis=-2, keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance + eps) + beta
