"""
en: SiLU of the product
es: SiLU del producto

done: Gate and value are multiplied first, and SiLU is applied to the product.
why: Then neither of the two is the gate: the product closes by itself where it is negative. In SwiGLU one projection
    decides how far a unit opens, and the other what goes through it, of either sign.
try: Double W_up. Does your output double? To which matrix product does the formula apply SiLU?

hecho: Primero se multiplican la puerta y el valor, y SiLU se aplica al producto.
por_que: Así ninguna de las dos es la puerta: el producto se cierra él solo donde es negativo. En SwiGLU una
    proyección decide cuánto se abre una unidad, y la otra qué pasa por ella, con cualquier signo.
prueba: Duplica W_up. ¿Se duplica tu salida? ¿A qué producto de matrices aplica SiLU la fórmula?

fails: values, linear_in_up
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...swiglu import silu


def swiglu(
    x: NDArray[np.float64], W_gate: NDArray[np.float64], W_up: NDArray[np.float64], W_down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, with SiLU after the product."""
    return silu((x @ W_gate) * (x @ W_up)) @ W_down
