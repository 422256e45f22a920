"""
en: In pre-LN the second norm comes after the network
es: En pre-LN la segunda norma va después de la red

done: The network is given the sum as it is, and norm2 acts on what the network gives. Your first half is right.
why: Pre-LN means: the norm stands before the sublayer. After it, the norm forces what the network adds to one size,
    even where it has nothing to say, and the network's own input grows from block to block.
try: In one line each, write down what the attention and the network are given. Does a norm stand in both?

hecho: La red recibe la suma tal como está, y norm2 actúa sobre lo que da la red. Tu primera mitad está bien.
por_que: Pre-LN quiere decir que la norma va antes de la subcapa. Después de ella, obliga a lo que suma la red a tener
    siempre el mismo tamaño, aunque no tenga nada que decir, y lo que recibe la red crece de bloque en bloque.
prueba: Escribe en una línea qué recibe la atención, y en otra qué recibe la red. ¿Hay una norma en las dos?

fails: pre_values, pre_residuals, pre_norms
catalogue: BL-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, with the second norm after the network."""
    y = x + attention(norm1(x))
    return y + norm2(ffn(y))
