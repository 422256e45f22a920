"""
en: Gate and value are added
es: La puerta y el valor se suman

done: SiLU(x W_gate) and x W_up are added.
why: A sum has nothing of a gate: the value goes through whatever the gate says. It is the product that lets one part
    of the token open or close another.
try: Set W_gate to zeros, then W_up. What should come out each time, if one multiplies the other?

hecho: SiLU(x W_gate) y x W_up se suman.
por_que: Una suma no tiene nada de puerta: el valor pasa diga lo que diga la puerta. Es el producto lo que permite que
    una parte del token abra o cierre otra.
prueba: Pon W_gate a ceros, y después W_up. ¿Qué debería salir cada vez, si una multiplica a la otra?

fails: values, linear_in_up, product
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...swiglu import silu


def swiglu(
    x: NDArray[np.float64], W_gate: NDArray[np.float64], W_up: NDArray[np.float64], W_down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """As the reference, with a sum."""
    return (silu(x @ W_gate) + x @ W_up) @ W_down
