"""
en: The targets are the inputs
es: Los objetivos son las entradas

done: y is cut from the same places as x.
why: The model is then asked for the token that it is being shown. It soon copies perfectly, the loss falls to 0, and
    it can't write a word.
try: Take the data 0, 1, 2, ..., 99 and print the first row of x and of y. After the token 5, which one should the
    model expect?

hecho: y se corta en los mismos lugares que x.
por_que: Al modelo se le pregunta entonces por el token que se le está enseñando. Pronto copia a la perfección, la
    pérdida cae a 0 y no sabe escribir ni una palabra.
prueba: Toma los datos 0, 1, 2, ..., 99 e imprime la primera fila de x y la de y. Después del token 5, ¿cuál debería
    esperar el modelo?

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
    return data[places], data[places]
