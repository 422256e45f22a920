"""
en: The vectors of the words aren't multiplied by 2
es: Los vectores de las palabras no se multiplican por 2

done: In dolor_attention you use the table of the words as it's printed.
why: The example multiplies it by 2 so that the differences between the words can be seen; each score then is 4 times
    as large. Without it all weights come close to 1/6.
try: Print your weights. Does "dolor" look at "pecho" much more than at "el"?

hecho: En dolor_attention usas la tabla de las palabras tal como está impresa.
por_que: El ejemplo la multiplica por 2 para que se vean las diferencias entre las palabras; cada puntuación es
    entonces 4 veces mayor. Sin eso, todos los pesos se acercan a 1/6.
prueba: Imprime tus pesos. ¿Mira «dolor» mucho más a «pecho» que a «el»?

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
    """As the reference, without the factor 2."""
    E = VECTORS / 2
    weights = softmax(E @ E[WORDS.index(word)] / math.sqrt(4))
    return weights, weights @ E
