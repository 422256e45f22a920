"""
en: Biases are missing
es: Faltan sesgos

done: The two matrices are there, but to what one of them gives, or both, no bias is added.
why: A bias moves the point at which a unit begins to respond. Without b1 all units have their bend at 0; without b2
    there is nothing that the network can give to every token alike.
try: Call your network on a token of zeros. With biases, what should come out? In torch, look at how you build each of
    the two linear layers.

hecho: Están las dos matrices, pero a lo que da una de ellas, o las dos, no se le suma ningún sesgo.
por_que: Un sesgo desplaza el punto en el que una unidad empieza a responder. Sin b1, todas las unidades tienen su codo
    en 0; sin b2, no hay nada que la red pueda dar por igual a todos los tokens.
prueba: Llama a tu red con un token de ceros. Con los sesgos, ¿qué debería salir? En torch, mira cómo construyes cada
    una de las dos capas lineales.

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
