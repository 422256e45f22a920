"""
en: In post-LN the network is given the block's input
es: En post-LN la red recibe la entrada del bloque

done: The network works on x, and not on what the attention and the first norm have made of it. The sum itself is
    right.
why: The tokens first gather what the others know, and then each thinks over what it has gathered. A network that is
    given x has heard nothing of it.
try: Change the attention alone. Should what the network is given change? Does it in yours?

hecho: La red trabaja con x, y no con lo que la atención y la primera norma han hecho con ella. La suma en sí está
    bien.
por_que: Los tokens primero recogen lo que saben los demás, y después cada uno piensa en lo recogido. Una red que
    recibe x no se ha enterado de nada de eso.
prueba: Cambia solo la atención. ¿Debería cambiar lo que recibe la red? ¿Cambia en la tuya?

fails: post_values, post_norms
catalogue: BL-04
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def post_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, with the network of x."""
    y = norm1(x + attention(x))
    return norm2(y + ffn(x))
