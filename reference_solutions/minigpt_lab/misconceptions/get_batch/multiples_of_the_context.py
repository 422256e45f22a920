"""
en: Windows begin at multiples of the context only
es: Las ventanas solo empiezan en múltiplos del contexto

done: The text is cut into pieces of equal length first, and a window is one of the pieces.
why: The model sees each token at one position only, and never learns what stands across a cut. Of thousands of
    different windows a few are left.
try: How many different windows of 8 tokens are in a text of 100? How many can your function give?

hecho: El texto se corta primero en trozos iguales, y una ventana es uno de los trozos.
por_que: El modelo ve cada token en una sola posición, y nunca aprende lo que hay a ambos lados de un corte. De miles
    de ventanas distintas quedan unas pocas.
prueba: ¿Cuántas ventanas distintas de 8 tokens hay en un texto de 100? ¿Cuántas puede dar tu función?

fails: whole_range
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    starts = context * np.random.randint(0, (len(data) - 1) // context, size=batch_size)
    places = starts[:, None] + np.arange(context)
    return data[places], data[places + 1]
