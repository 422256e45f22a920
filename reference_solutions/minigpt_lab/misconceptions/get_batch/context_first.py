"""
en: The windows stand in columns
es: Las ventanas están en columnas

done: x and y have the shape (context, batch): a window goes down a column.
why: The model takes (batch, context). It sees rows of tokens that come from as many places in the text, and pays
    attention to neighbours that aren't any.
try: Print x.shape for a context of 8 and a batch of 4, and decode the first row. Is it a piece of the text?

hecho: x e y tienen la forma (contexto, lote): una ventana baja por una columna.
por_que: El modelo espera (lote, contexto). Ve filas de tokens que vienen cada uno de un lugar del texto, y atiende a
    vecinos que no lo son.
prueba: Imprime x.shape con contexto 8 y lote 4, y decodifica la primera fila. ¿Es un trozo del texto?

fails: windows
catalogue: GP-04
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    starts = np.random.randint(0, len(data) - context, size=batch_size)
    places = starts[:, None] + np.arange(context)
    return data[places].T, data[places + 1].T
