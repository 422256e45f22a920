"""
en: Windows run over the end and go on at the beginning
es: Las ventanas pasan del final y siguen por el principio

done: A window may begin anywhere, and where the data ends its first tokens come next.
why: No text goes on like that: the model is taught that the first page follows the last one.
try: Take the data 0, 1, ..., 10 and a context of 4, and list the windows that begin at 8, 9 and 10.

hecho: Una ventana puede empezar en cualquier sitio, y donde acaban los datos siguen sus primeros tokens.
por_que: Ningún texto continúa así: al modelo se le enseña que la primera página va detrás de la última.
prueba: Toma los datos 0, 1, ..., 10 y un contexto de 4, y haz la lista de las ventanas que empiezan en 8, 9 y 10.

fails: whole_range
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    places = np.random.randint(0, len(data), size=batch_size)[:, None] + np.arange(context)
    return data[places % len(data)], data[(places + 1) % len(data)]
