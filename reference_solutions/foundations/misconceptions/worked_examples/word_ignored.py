"""
en: The attention is always that of "dolor"
es: La atención es siempre la de «dolor»

done: Whatever word is asked, the query is that of "dolor".
why: Who looks decides what is seen: the same sentence has another row of weights for each of its words.
try: Call dolor_attention('el') and dolor_attention('brazo'). In which line does the word matter?

hecho: Se pida la palabra que se pida, la consulta es la de «dolor».
por_que: Quién mira decide lo que se ve: la misma frase tiene otra fila de pesos para cada una de sus palabras.
prueba: Llama a dolor_attention('el') y a dolor_attention('brazo'). ¿En qué línea importa la palabra?

fails: dolor_other_words
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ....transformer.softmax import softmax
from ...worked_examples import VECTORS, WORDS

Numbers = NDArray[np.float64]


def dolor_attention(word: str = "dolor") -> tuple[Numbers, Numbers]:
    """Always for dolor."""
    weights = softmax(VECTORS @ VECTORS[WORDS.index("dolor")] / math.sqrt(4))
    return weights, weights @ VECTORS
