"""
en: No two rows of a batch may begin at the same place
es: Dos filas de un lote no pueden empezar en el mismo sitio

done: The starts are drawn without replacement, so there are as many as there are windows, and no more.
why: Each row draws its start by itself. With a short text there are fewer windows than rows: the batch is too small,
    or the draw stops with an error.
try: Ask for a batch of 8 from data so short that they hold two windows.

hecho: Los inicios se sortean sin reemplazo, así que no hay más que ventanas.
por_que: Cada fila sortea su inicio por su cuenta. Con un texto corto hay menos ventanas que filas: el lote sale
    pequeño, o el sorteo acaba en un error.
prueba: Pide un lote de 8 de unos datos tan cortos que solo tengan dos ventanas.

fails: whole_range
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    starts = np.random.permutation(len(data) - context)[:batch_size]
    places = starts[:, None] + np.arange(context)
    return data[places], data[places + 1]
