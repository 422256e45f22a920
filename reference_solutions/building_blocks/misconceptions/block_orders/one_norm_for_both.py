"""
en: One norm is used twice
es: Una de las normas se usa dos veces

done: norm1 serves both sublayers, and norm2 is never called.
why: Each norm has a gain and a bias of its own, which suit what comes after it. With one for both, the attention and
    the network have to agree on one scale, and the other norm learns nothing.
try: How many of the five arguments stand in the body of each of your functions? How often each?

hecho: norm1 sirve a las dos subcapas, y norm2 no se llama nunca.
por_que: Cada norma tiene una ganancia y un sesgo propios, ajustados a lo que viene después. Con una sola para las
    dos, la atención y la red tienen que ponerse de acuerdo en una escala, y la otra norma no aprende nada.
prueba: ¿Cuántos de los cinco argumentos aparecen en el cuerpo de cada una de tus funciones? ¿Cuántas veces cada uno?

fails: post_values, post_norms, pre_values, pre_norms
catalogue: LN-12
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def post_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, with the first norm for both."""
    y = norm1(x + attention(x))
    return norm1(y + ffn(y))


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, with the first norm for both."""
    y = x + attention(norm1(x))
    return y + ffn(norm1(y))
