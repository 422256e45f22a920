"""
en: The window is always the beginning of the text
es: La ventana es siempre el principio del texto

done: Every row of every batch begins at the first token.
why: The model learns a few words by heart and sees nothing of the rest.
try: Call your function twice and compare. What of it is drawn at random?

hecho: Cada fila de cada lote empieza en el primer token.
por_que: El modelo se aprende unas pocas palabras de memoria y no ve nada del resto.
prueba: Llama dos veces a tu función y compara. ¿Qué parte se sortea?

fails: whole_range, random_starts
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    places = np.zeros((batch_size, 1), dtype=np.int64) + np.arange(context)
    return data[places], data[places + 1]
