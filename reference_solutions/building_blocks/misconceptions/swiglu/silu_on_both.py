"""
en: SiLU on gate and value
es: SiLU en la puerta y en el valor

done: Both x W_gate and x W_up go through SiLU before they are multiplied.
why: The value is to pass the gate as it is, also where it is negative. With SiLU on both, hardly a unit can give a
    negative number, and the path on which gradients flow straight through is gone.
try: Double W_up. Does your output double? How often does SiLU stand in the formula?

hecho: Tanto x W_gate como x W_up pasan por SiLU antes de multiplicarse.
por_que: El valor debe cruzar la puerta tal como es, también cuando es negativo. Con SiLU en las dos, casi ninguna
    unidad puede dar un número negativo, y desaparece el camino por el que los gradientes pasan directos.
prueba: Duplica W_up. ¿Se duplica tu salida? ¿Cuántas veces aparece SiLU en la fórmula?

fails: values, linear_in_up
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...swiglu import silu


def swiglu(
    x: NDArray[np.float64], W_gate: NDArray[np.float64], W_up: NDArray[np.float64], W_down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, with SiLU on both."""
    return (silu(x @ W_gate) * silu(x @ W_up)) @ W_down
