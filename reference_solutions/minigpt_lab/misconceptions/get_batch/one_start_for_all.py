"""
en: All rows of a batch are the same window
es: Todas las filas de un lote son la misma ventana

done: One start is drawn, and every row of the batch begins there.
why: A batch is to average over different examples. The same window several times costs as much, and teaches what one
    teaches.
try: Print the first column of x. How many different starts should stand there?

hecho: Se sortea un solo inicio, y todas las filas del lote empiezan en él.
por_que: Un lote sirve para promediar sobre ejemplos distintos. La misma ventana varias veces cuesta lo mismo que
    varias, y enseña lo que una.
prueba: Imprime la primera columna de x. ¿Cuántos inicios distintos debería haber?

fails: random_starts
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    start = np.random.randint(0, len(data) - context)
    places = np.full((batch_size, 1), start) + np.arange(context)
    return data[places], data[places + 1]
