"""
en: The gate is a ReLU
es: La puerta es una ReLU

done: x W_gate goes through a ReLU.
why: That layer exists, by the name of ReGLU, and the paper that compares the variants has it too. A ReLU closes a
    unit altogether for half of all inputs; SiLU is smooth and lets a little through. SwiGLU was asked: the Sw is for
    Swish, another name of SiLU.
try: Print your activation of -1. SiLU gives -0.269. What does yours give?

hecho: x W_gate pasa por una ReLU.
por_que: Esa capa existe, con el nombre de ReGLU, y el artículo que compara las variantes también la incluye. Una ReLU
    cierra del todo una unidad para la mitad de las entradas; SiLU es suave y deja pasar un poco. Se pedía SwiGLU: el
    Sw viene de Swish, otro nombre de SiLU.
prueba: Imprime tu activación de -1. SiLU da -0.269. ¿Qué da la tuya?

fails: values
catalogue: BL-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def swiglu(
    x: NDArray[np.float64], W_gate: NDArray[np.float64], W_up: NDArray[np.float64], W_down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, with ReLU."""
    return np.asarray((np.maximum(x @ W_gate, 0.0) * (x @ W_up)) @ W_down)
