"""
en: The gate is a GELU
es: La puerta es una GELU

done: x W_gate goes through a GELU.
why: That layer exists, by the name of GEGLU, and works as well. But SwiGLU has SiLU there, x times its sigmoid, and
    weights that were trained with one give other numbers with the other.
try: Print your activation of -1: GELU gives -0.159, SiLU -0.269. Which of the two do you see?

hecho: x W_gate pasa por una GELU.
por_que: Esa capa existe, con el nombre de GEGLU, y funciona igual de bien. Pero SwiGLU lleva ahí SiLU, x por su
    sigmoide, y los pesos entrenados con una dan otros números con la otra.
prueba: Imprime tu activación de -1: GELU da -0.159 y SiLU, -0.269. ¿Cuál de las dos ves?

fails: values
catalogue: BL-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.block import gelu


def swiglu(
    x: NDArray[np.float64], W_gate: NDArray[np.float64], W_up: NDArray[np.float64], W_down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, with GELU."""
    return (gelu(x @ W_gate) * (x @ W_up)) @ W_down
