"""
en: The vector that comes back is the most attended word's
es: El vector que se devuelve es el de la palabra más atendida

done: Your weights are right, but the second thing you return is the vector of the word with the largest weight.
why: The weights are there to mix: the new vector takes from every word as much as its weight says. Picking the
    largest throws the others away.
try: Multiply each word's vector by its weight and add them up. Which features does "dolor" then have that no single
    word has?

hecho: Tus pesos son correctos, pero lo segundo que devuelves es el vector de la palabra de mayor peso.
por_que: Los pesos están para mezclar: el vector nuevo toma de cada palabra tanto como diga su peso. Quedarse con la
    mayor es tirar las demás.
prueba: Multiplica el vector de cada palabra por su peso y súmalos. ¿Qué rasgos tiene entonces «dolor» que no tiene
    ninguna palabra por sí sola?

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
    """The vector of the word with the largest weight."""
    weights = softmax(VECTORS @ VECTORS[WORDS.index(word)] / math.sqrt(4))
    return weights, VECTORS[int(weights.argmax())]
