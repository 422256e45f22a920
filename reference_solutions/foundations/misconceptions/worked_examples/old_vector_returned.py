"""
en: The vector that comes back is the word's old one
es: El vector que se devuelve es el antiguo de la palabra

done: Your weights are right, but the second thing you return is the word's own vector.
why: The weights are there to mix: the new vector takes from every word as much as its weight says. That is what
    "dolor" has learnt from "pecho".
try: Multiply each word's vector by its weight and add them up. Is the result nearer to "pecho" than before?

hecho: Tus pesos son correctos, pero lo segundo que devuelves es el propio vector de la palabra.
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
