"""
en: The gate has no activation
es: La puerta no tiene activación

done: x W_gate and x W_up are multiplied as they are.
why: Then the two are alike, and no unit has a side on which it is closed: the sign of x makes no difference to the
    output. SiLU is what makes a gate of one of them.
try: Compare your outputs for x and for -x. Should a network not be able to tell the two apart?

hecho: x W_gate y x W_up se multiplican tal como están.
por_que: Así las dos son iguales entre sí, y ninguna unidad tiene un lado en el que esté cerrada: el signo de x no
    cambia la salida. Es SiLU lo que convierte a una de ellas en puerta.
prueba: Compara tus salidas para x y para -x. ¿No debería una red poder distinguirlas?

fails: values
catalogue: BL-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def swiglu(
    x: NDArray[np.float64], W_gate: NDArray[np.float64], W_up: NDArray[np.float64], W_down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, without SiLU."""
    return np.asarray(((x @ W_gate) * (x @ W_up)) @ W_down)
