"""
en: The gate is a sigmoid
es: La puerta es una sigmoide

done: x W_gate goes through a sigmoid, and what comes out multiplies x W_up.
why: That is the first gated linear unit, the GLU of 2016. In SwiGLU the sigmoid itself is multiplied by x W_gate once
    more: a unit whose gate gets 0 is closed, while in yours it is half open.
try: What does your layer give when W_gate is all zeros? And what is SiLU(0)?

hecho: x W_gate pasa por una sigmoide, y lo que sale multiplica a x W_up.
por_que: Esa es la primera unidad lineal con puerta, la GLU de 2016. En SwiGLU la sigmoide se multiplica además por x
    W_gate: una unidad cuya puerta recibe un 0 está cerrada, mientras que en la tuya está medio abierta.
prueba: ¿Qué da tu capa cuando W_gate es todo ceros? ¿Y cuánto vale SiLU(0)?

fails: values, product
catalogue: BL-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def swiglu(
    x: NDArray[np.float64], W_gate: NDArray[np.float64], W_up: NDArray[np.float64], W_down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, with a sigmoid."""
    return np.asarray((x @ W_up / (1.0 + np.exp(-(x @ W_gate)))) @ W_down)
