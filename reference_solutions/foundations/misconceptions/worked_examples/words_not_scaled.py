"""
en: The scores of the words aren't divided by √d_k
es: Las puntuaciones de las palabras no se dividen por √d_k

done: In dolor_attention the dot products go into the softmax as they are.
why: The vectors have four numbers, so d_k = 4 and every score is to be halved. Without that the attention of "dolor"
    falls on two words almost alone.
try: Divide one of your weights by another. Of which difference of scores is that the exponential, and what should it
    be?

hecho: En dolor_attention los productos escalares entran en el softmax tal cual.
por_que: Los vectores tienen cuatro números, así que d_k = 4 y cada puntuación ha de reducirse a la mitad. Sin eso la
    atención de «dolor» cae casi solo en dos palabras.
prueba: Divide uno de tus pesos entre otro. ¿De qué diferencia de puntuaciones es eso la exponencial y cuánto debería
    valer?

fails: dolor, dolor_other_words
catalogue: AT-01
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...worked_examples import VECTORS, WORDS

Numbers = NDArray[np.float64]


def dolor_attention(word: str = "dolor") -> tuple[Numbers, Numbers]:
    """As the reference, without the division."""
    weights = softmax(VECTORS @ VECTORS[WORDS.index(word)])
    return weights, weights @ VECTORS
