"""
en: Pre-LN where post-LN was asked
es: Pre-LN donde se pedía post-LN

done: Your post-LN forward normalises before each sublayer.
why: That is the order of most models today, but not that of the paper of 2017. There each sum is normalised before it
    goes on, so whatever leaves the block has the size that the last norm gives it.
try: Let norm2 give zeros, whatever it is given. What must come out of a post-LN block then, and what comes out of
    yours?

hecho: Tu post-LN normaliza antes de cada subcapa.
por_que: Ese es el orden de la mayoría de los modelos de hoy, pero no el del artículo de 2017. Allí se normaliza cada
    suma antes de seguir, así que lo que sale del bloque tiene el tamaño que le da la última norma.
prueba: Haz que norm2 dé ceros, reciba lo que reciba. ¿Qué debe salir entonces de un bloque post-LN, y qué sale del
    tuyo?

fails: post_values, post_norms
catalogue: BL-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import block_orders as reference
from ...block_orders import Sublayer


def post_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """In the other order."""
    return reference.pre_ln_forward(x, attention, ffn, norm1, norm2)
