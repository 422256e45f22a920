"""
en: The residual is added inside the network
es: El residuo se suma dentro de la red

done: Your network gives back x plus what it computed.
why: In a Transformer it is the block that adds x. Whoever puts your network into a block now adds x twice, and with
    pre-LN what is added the second time is the normalised x, which nobody wanted.
try: Set W_down to zeros. What should the network give, and what does yours give? Where in a block does the sum belong?

hecho: Tu red devuelve x más lo que ha calculado.
por_que: En un Transformer es el bloque quien suma x. Quien meta tu red en un bloque sumará x dos veces, y con pre-LN
    lo que se suma de más es la x normalizada, que nadie quería.
prueba: Pon W_down a cero. ¿Qué debería dar la red, y qué da la tuya? ¿En qué lugar del bloque va la suma?

fails: values, linear_in_up, product
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...swiglu import silu


def swiglu(
    x: NDArray[np.float64], W_gate: NDArray[np.float64], W_up: NDArray[np.float64], W_down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, and x."""
    return np.asarray(x + (silu(x @ W_gate) * (x @ W_up)) @ W_down)
