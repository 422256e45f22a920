"""
en: The network comes before the attention
es: La red va antes que la atención

done: The feed-forward network is called first, and the attention after it.
why: In a block the tokens talk first, and then each thinks over what it has heard. The other way round, the last
    thing that a model does is to listen, with no one to work on the answer.
try: Let the attention give zeros, and then the network. Which of the two should be given x itself (or its norm)?

hecho: Primero se llama a la red feed-forward, y después a la atención.
por_que: En un bloque los tokens primero hablan, y después cada uno piensa en lo que ha oído. Al revés, lo último que
    hace un modelo es escuchar, sin nadie que trabaje sobre la respuesta.
prueba: Haz que la atención dé ceros, y después la red. ¿Cuál de las dos debería recibir la propia x (o su norma)?

fails: post_values, post_norms, pre_values, pre_norms
catalogue: BL-16
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def post_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, the other way round."""
    y = norm2(x + ffn(x))
    return norm1(y + attention(y))


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, the other way round."""
    y = x + ffn(norm2(x))
    return y + attention(norm1(y))
