"""
en: The residual is added inside the network
es: El residuo se suma dentro de la red

done: Your network gives back x plus what it computed.
why: In the Transformer it is the block that adds x. Whoever puts your network into a block now adds x twice, and with
    pre-LN what is added the second time is the normalised x, which nobody wanted.
try: Set W2 and b2 to zeros. What should the network give, and what does yours give? Where in a block does the sum
    belong?

hecho: Tu red devuelve x más lo que ha calculado.
por_que: En el Transformer es el bloque quien suma x. Quien meta tu red en un bloque sumará x dos veces, y con pre-LN lo
    que se suma de más es la x normalizada, que nadie quería.
prueba: Pon W2 y b2 a cero. ¿Qué debería dar la red, y qué da la tuya? ¿En qué lugar del bloque va la suma?

fails: values
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
    """As the reference, and x."""
    return np.asarray(x + gelu(x @ W1 + b1) @ W2 + b2)
