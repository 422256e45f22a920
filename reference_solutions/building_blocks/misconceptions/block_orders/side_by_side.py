"""
en: Attention and network work side by side
es: La atención y la red trabajan en paralelo

done: In pre-LN the network is given the norm of x, and not of what the attention has made of it.
why: Some models do that (GPT-J, PaLM), to save time. But then the network cannot work on what the attention has just
    found, and here the two were asked one after the other.
try: Which x goes into your second norm? Change the attention alone: does that change what the network is given?

hecho: En pre-LN la red recibe la norma de x, y no la de lo que la atención ha hecho con ella.
por_que: Algunos modelos lo hacen (GPT-J, PaLM) para ahorrar tiempo. Pero así la red no puede trabajar con lo que la
    atención acaba de encontrar, y aquí se pedían una después de otra.
prueba: ¿Qué x entra en tu segunda norma? Cambia solo la atención: ¿cambia lo que recibe la red?

fails: pre_values
catalogue: BL-04
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, but in parallel."""
    return x + attention(norm1(x)) + ffn(norm2(x))
