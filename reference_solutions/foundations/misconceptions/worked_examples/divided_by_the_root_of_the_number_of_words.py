"""
en: Divided by the root of the number of words
es: Se divide entre la raíz del número de palabras

done: In dolor_attention the scores are divided by √6.
why: There are six words, but a score is the sum of as many products as a vector has numbers: four. It's their number
    that makes scores large, and so d_k = 4 whatever the number of words.
try: Take the word "brazo" out of the list. Should the scores of the others change?

hecho: En dolor_attention las puntuaciones se dividen entre √6.
por_que: Hay seis palabras, pero una puntuación es la suma de tantos productos como números tiene un vector: cuatro.
    Es ese número el que hace grandes las puntuaciones, así que d_k = 4 haya las palabras que haya.
prueba: Quita la palabra «brazo» de la lista. ¿Deberían cambiar las puntuaciones de las demás?

fails: dolor, dolor_other_words
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...worked_examples import VECTORS, WORDS

Numbers = NDArray[np.float64]


def dolor_attention(word: str = "dolor") -> tuple[Numbers, Numbers]:
    """As the reference, with √6."""
    weights = softmax(VECTORS @ VECTORS[WORDS.index(word)] / math.sqrt(len(WORDS)))
    return weights, weights @ VECTORS
