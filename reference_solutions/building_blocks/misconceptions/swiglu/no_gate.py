"""
en: There is no gate
es: No hay puerta

done: W_gate is never used: SiLU is applied to x W_up, and that is all.
why: What is left is an ordinary feed-forward network. A third of the parameters is there for nothing.
try: Call your layer twice with different W_gate. Does the output change? How many matrix products does the formula
    have?

hecho: W_gate no se usa nunca: SiLU se aplica a x W_up, y eso es todo.
por_que: Lo que queda es una red feed-forward corriente. Un tercio de los parámetros no sirve de nada.
prueba: Llama a tu capa dos veces con W_gate distintas. ¿Cambia la salida? ¿Cuántos productos de matrices tiene la
    fórmula?

fails: values, linear_in_up, product
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...swiglu import silu


def swiglu(
    x: NDArray[np.float64], W_gate: NDArray[np.float64], W_up: NDArray[np.float64], W_down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Without the gate."""
    return silu(x @ W_up) @ W_down
