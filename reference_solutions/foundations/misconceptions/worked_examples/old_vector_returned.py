"""
en: The vector that comes back is a single word's, not a mixture
es: El vector que se devuelve es el de una sola palabra, no una mezcla

done: Your weights are right, but the second thing you return is a word's own vector: the one that was asked, or the
    one with the largest weight.
why: The weights are there to mix: the new vector takes from every word as much as its weight says. That is what
    "dolor" has learnt from "pecho".
try: Multiply each word's vector by its weight and add them up. Is the result nearer to "pecho" than before?

hecho: Tus pesos son correctos, pero lo segundo que devuelves es el vector propio de una palabra: la que se preguntó, o
    la de mayor peso.
por_que: Los pesos están para mezclar: el vector nuevo toma de cada palabra tanto como diga su peso. Eso es lo que
    «dolor» ha aprendido de «pecho».
prueba: Multiplica el vector de cada palabra por su peso y súmalos. ¿Está el resultado más cerca de «pecho» que antes?

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
    """The word's own vector for the new one."""
    weights = softmax(VECTORS @ VECTORS[WORDS.index(word)] / math.sqrt(4))
    return weights, VECTORS[WORDS.index(word)]
