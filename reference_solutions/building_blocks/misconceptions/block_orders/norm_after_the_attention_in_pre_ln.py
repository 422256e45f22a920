"""
en: In pre-LN the first norm comes after the attention
es: En pre-LN la primera norma va después de la atención

done: The attention is given x as it is, and norm1 acts on what the attention gives. Your second half is right.
why: Pre-LN means: the norm stands before the sublayer. The stream grows from block to block; without a norm before it,
    so do the scores of the attention, until its softmax looks at a single token.
try: In one line each, write down what the attention and the network are given. Does a norm stand in both?

hecho: La atención recibe x tal como está, y norm1 actúa sobre lo que da la atención. Tu segunda mitad está bien.
por_que: Pre-LN quiere decir que la norma va antes de la subcapa. El flujo crece de bloque en bloque; sin una norma
    delante crecen también las puntuaciones de la atención, hasta que su softmax mira a un solo token.
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
    """As the reference, with the first norm after the attention."""
    y = x + norm1(attention(x))
    return y + ffn(norm2(y))
