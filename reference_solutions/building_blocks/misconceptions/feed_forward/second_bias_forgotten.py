"""
en: The second layer has no bias
es: A la segunda capa le falta el sesgo

done: b1 is added to x W1, but nothing is added at the end: b2 isn't used.
why: b2 is what the network gives to every token, whatever the token is. Weights that were trained with it give other
    numbers without it.
try: Let W2 be zeros. What should come out for every token, and what comes out of yours?

hecho: b1 se suma a x W1, pero al final no se suma nada: b2 no se usa.
por_que: b2 es lo que la red da a todos los tokens, sean los que sean. Los pesos entrenados con él dan otros números
    sin él.
prueba: Haz que W2 sea todo ceros. ¿Qué debería salir para cada token, y qué sale de la tuya?

fails: values, biases
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.block import gelu


def feed_forward(
    x: NDArray[np.float64],
    W1: NDArray[np.float64],
    b1: NDArray[np.float64],
    W2: NDArray[np.float64],
    b2: NDArray[np.float64],
) -> NDArray[np.float64]:
    """As the reference, without b2."""
    return np.asarray(gelu(x @ W1 + b1) @ W2)
