"""
en: x and y come from different places
es: x e y salen de lugares distintos

done: The starts are drawn once for x and once again for y.
why: The targets then have nothing to do with the inputs. The best that the model can do is to learn how frequent
    each character is.
try: Take the data 0, 1, 2, ..., 99 and print the first row of x and of y. Does y go on where x does?

hecho: Los inicios se sortean una vez para x y otra vez para y.
por_que: Los objetivos no tienen entonces nada que ver con las entradas. Lo mejor que puede hacer el modelo es
    aprender la frecuencia de cada carácter.
prueba: Toma los datos 0, 1, 2, ..., 99 e imprime la primera fila de x y la de y. ¿Sigue y por donde va x?

fails: shifted
catalogue: GP-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    starts = np.random.randint(0, len(data) - context, size=batch_size)
    places = starts[:, None] + np.arange(context)
    others = np.random.randint(0, len(data) - context, size=batch_size)
    return data[places], data[others[:, None] + 1 + np.arange(context)]
