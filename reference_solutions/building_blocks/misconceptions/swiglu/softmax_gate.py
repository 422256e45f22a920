"""
en: The gate is a softmax
es: La puerta es un softmax

done: x W_gate goes through a softmax over the units before it's multiplied by x W_up.
why: The units then share out a total of 1 among them: where one opens, the others must close, and with hundreds of
    units each lets hardly anything through. A gate opens each unit by itself.
try: Add up the gates of one token. Should they give 1? What does SiLU need of the other units?

hecho: x W_gate pasa por un softmax sobre las unidades antes de multiplicarse por x W_up.
por_que: Así las unidades se reparten un total de 1: donde una se abre, las demás se cierran, y con cientos de unidades
    cada una apenas deja pasar nada. Una puerta abre cada unidad por separado.
prueba: Suma las puertas de un token. ¿Tienen que dar 1? ¿Qué necesita SiLU de las demás unidades?

fails: values, product
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax


def swiglu(
    x: NDArray[np.float64], W_gate: NDArray[np.float64], W_up: NDArray[np.float64], W_down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, with a softmax over the units."""
    return np.asarray((softmax(x @ W_gate) * (x @ W_up)) @ W_down)
