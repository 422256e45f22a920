"""
en: The second sum takes the block's input
es: La segunda suma toma la entrada del bloque

done: What the network gives is added to the x that the block was given, not to the result of the first sum.
why: What the attention added is then lost, but for what the network makes of it: the tokens' exchange reaches the
    next block only in passing.
try: Let ffn give zeros. What the attention found must then still be in the result. Is it in yours?

hecho: Lo que da la red se suma a la x que recibió el bloque, y no al resultado de la primera suma.
por_que: Así se pierde lo que añadió la atención, salvo lo que la red haga con ello: el intercambio entre tokens solo
    llega al bloque siguiente de pasada.
prueba: Haz que ffn dé ceros. Lo que encontró la atención debe seguir entonces en el resultado. ¿Está en el tuyo?

fails: post_values, post_residuals, pre_values, pre_residuals
catalogue: BL-03
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def post_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, with x in the second sum."""
    y = norm1(x + attention(x))
    return norm2(x + ffn(y))


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, with x in the second sum."""
    y = x + attention(norm1(x))
    return x + ffn(norm2(y))
