"""
en: In post-LN the first norm acts on the attention alone, not on the sum
es: En post-LN la primera norma actúa solo sobre la atención, y no sobre la suma

done: You normalise what the attention gives and add x afterwards. Your second half is right.
why: In post-LN each sum is normalised before it goes on. Here the network is given a sum that nobody has normalised:
    the size of x stays in it, whatever it is.
try: Let the attention give zeros. What should the network be given then, x or norm1 of x? And in your code?

hecho: Normalizas lo que da la atención y sumas x después. Tu segunda mitad está bien.
por_que: En post-LN se normaliza cada suma antes de seguir. Aquí la red recibe una suma que nadie ha normalizado:
    conserva el tamaño de x, sea el que sea.
prueba: Haz que la atención dé ceros. ¿Qué debería recibir entonces la red: x o norm1 de x? ¿Y en tu código?

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
    """As the reference, with the first norm before the sum."""
    y = x + norm1(attention(x))
    return norm2(y + ffn(y))
