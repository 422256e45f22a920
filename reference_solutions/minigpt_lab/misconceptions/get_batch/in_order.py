"""
en: The windows go through the text in order
es: Las ventanas recorren el texto en orden

done: Each window begins where the one before it ended, or one token later; nothing is drawn.
why: Neighbouring windows are alike, so each step pulls the model towards the page that it's on, and the next step
    away from it again. Random starts mix the whole text in each batch.
try: Print the first column of x of two batches. Could you tell the next one?

hecho: Cada ventana empieza donde acabó la anterior, o un token después; no se sortea nada.
por_que: Las ventanas vecinas se parecen, así que cada paso arrastra al modelo hacia la página en la que está, y el
    siguiente lo aparta otra vez. Los inicios al azar mezclan todo el texto en cada lote.
prueba: Imprime la primera columna de x de dos lotes. ¿Podrías adivinar la siguiente?

fails: random_starts
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


_next = [0]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    starts = (_next[0] + np.arange(batch_size)) % (len(data) - context)
    _next[0] += batch_size
    places = starts[:, None] + np.arange(context)
    return data[places], data[places + 1]
