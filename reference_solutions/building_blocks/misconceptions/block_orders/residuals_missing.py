"""
en: A residual is missing
es: Falta una conexión residual

done: To what comes out of a sublayer, or of both, nothing is added: the next one receives that alone.
why: A sublayer then has to carry the whole token through its own weights, and what it drops is gone for good. With a
    dozen such blocks hardly any gradient reaches the first.
try: Let attention and ffn give zeros. Is anything left of x? In the figure of the block, where do the arrows go that
    pass a sublayer by?

hecho: A lo que sale de una subcapa, o de las dos, no se le suma nada: la siguiente recibe solo eso.
por_que: Una subcapa tiene entonces que llevar el token entero a través de sus propios pesos, y lo que deja caer se
    pierde para siempre. Con una docena de bloques así, casi ningún gradiente llega al primero.
prueba: Haz que attention y ffn den ceros. ¿Queda algo de x? En la figura del bloque, ¿adónde van las flechas que
    pasan de largo junto a una subcapa?

fails: post_values, post_residuals, pre_values, pre_residuals
catalogue: BL-01
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def post_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, without the sums."""
    return norm2(ffn(norm1(attention(x))))


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, without the sums."""
    return ffn(norm2(attention(norm1(x))))
