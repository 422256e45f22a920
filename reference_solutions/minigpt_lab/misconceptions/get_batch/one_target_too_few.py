"""
en: Each row of y lacks its last target
es: A cada fila de y le falta el último objetivo

done: y begins one token after x and ends where x ends.
why: x has `context` tokens and each predicts the one after it, so the last one needs the token just behind the
    window. As it is, y doesn't fit the model's logits.
try: Take the data 0, 1, 2, ..., 99 and print a row of x and of y. Which number belongs under the last one of x?

hecho: y empieza un token después que x y acaba donde acaba x.
por_que: Cada token de x predice el siguiente, así que el último necesita el token que va justo detrás de la ventana.
    Tal como está, y no encaja con los logits del modelo.
prueba: Toma los datos 0, 1, 2, ..., 99 e imprime una fila de x y una de y. ¿Qué número va debajo del último de x?

fails: shifted
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    starts = np.random.randint(0, len(data) - context, size=batch_size)
    places = starts[:, None] + np.arange(context)
    return data[places], data[places[:, 1:]]
