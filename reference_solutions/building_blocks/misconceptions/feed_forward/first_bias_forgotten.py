"""
en: The first layer has no bias
es: A la primera capa le falta el sesgo

done: b2 is added at the end, but b1 isn't added to x W1.
why: b1 moves the point at which each hidden unit begins to respond. Without it all of them have their bend at the same
    place, at 0.
try: Change b1 and nothing else. Should the output change? Does yours?

hecho: b2 se suma al final, pero b1 no se suma a x W1.
por_que: b1 desplaza el punto en el que cada unidad oculta empieza a responder. Sin él, todas tienen su codo en el
    mismo sitio, en 0.
prueba: Cambia b1 y nada más. ¿Debería cambiar la salida? ¿Cambia la tuya?

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
    """As the reference, without b1."""
    return np.asarray(gelu(x @ W1) @ W2 + b2)
