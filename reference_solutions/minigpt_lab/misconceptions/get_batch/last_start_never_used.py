"""
en: The last window never comes up
es: La última ventana no sale nunca

done: The upper end of the random starts is one too low.
why: A random integer is below the upper end already, so another -1 leaves out the last window: the last token of the
    text is never a target. On data one token longer than the window nothing is left at all.
try: With 7 tokens and a context of 6, how many windows have a next token for each of theirs? What does your function
    do with them?

hecho: El extremo superior de los inicios aleatorios es uno menos de lo debido.
por_que: Un entero aleatorio ya queda por debajo del extremo superior, así que otro -1 deja fuera la última ventana:
    el último token del texto no es nunca un objetivo. Con datos de un token más que la ventana no queda nada.
prueba: Con 7 tokens y un contexto de 6, ¿cuántas ventanas tienen un token siguiente para cada uno de los suyos? ¿Qué
    hace tu función con ellas?

fails: whole_range
catalogue: GP-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    starts = np.random.randint(0, len(data) - context - 1, size=batch_size)
    places = starts[:, None] + np.arange(context)
    return data[places], data[places + 1]
