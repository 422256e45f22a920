"""
en: The layers have no biases
es: A las capas les faltan los sesgos

done: The two matrices are there, but nothing is added after them.
why: A bias moves the point at which a unit begins to respond. Without b1 all units have their bend at 0, and a token of
    zeros always gives zeros.
try: Call your network on a token of zeros. With biases, what should come out? In torch, look at how you build the
    linear layers.

hecho: Están las dos matrices, pero después de ellas no se suma nada.
por_que: Un sesgo desplaza el punto en el que una unidad empieza a responder. Sin b1, todas las unidades tienen su codo
    en 0, y un token de ceros siempre da ceros.
prueba: Llama a tu red con un token de ceros. Con los sesgos, ¿qué debería salir? En torch, mira cómo construyes las
    capas lineales.

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
    """As the reference, without b1 and b2."""
    return gelu(x @ W1) @ W2
