"""
en: In post-LN the second norm acts on the network alone, not on the sum
es: En post-LN la segunda norma actúa solo sobre la red, y no sobre la suma

done: You normalise what the network gives and add the stream afterwards. Your first half is right.
why: In post-LN a norm is the last thing in the block, so that every block hands on numbers of one size. Here the last
    thing is a sum.
try: Let norm2 give zeros, whatever it is given. What must come out of a post-LN block then, and what comes out of
    yours?

hecho: Normalizas lo que da la red y sumas el flujo después. Tu primera mitad está bien.
por_que: En post-LN lo último del bloque es una norma, de modo que cada bloque entrega números del mismo tamaño. Aquí
    lo último es una suma.
prueba: Haz que norm2 dé ceros, reciba lo que reciba. ¿Qué debe salir entonces de un bloque post-LN, y qué sale del
    tuyo?

fails: post_values, post_norms
catalogue: BL-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def post_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, with the second norm before the sum."""
    y = norm1(x + attention(x))
    return y + norm2(ffn(y))
