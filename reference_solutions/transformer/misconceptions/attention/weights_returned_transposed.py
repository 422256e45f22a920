"""
en: The weights come back with rows and columns exchanged
es: Los pesos se devuelven con filas y columnas intercambiadas

done: The output is right, but in the matrix you return a row belongs to a key and a column to a query.
why: Reading it, one takes "who looks at this token" for "whom this token looks at". That is the commonest mistake
    with attention maps, and the picture looks just as convincing.
try: Make one query point at one key only, and look for the large weight in what you return. Does it stand in the row
    of the query?

hecho: La salida es correcta, pero en la matriz que devuelves cada fila pertenece a una clave y cada columna a una
    consulta.
por_que: Quien la lee confunde «quién mira a este token» con «a quién mira este token». Es el error más común con los
    mapas de atención, y el dibujo resulta igual de convincente.
prueba: Haz que una consulta apunte a una sola clave y busca el peso grande en lo que devuelves. ¿Está en la fila de
    la consulta?

fails: weights
catalogue: AT-13
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference with its weights transposed."""
    output, weights = reference.attention(Q, K, V, mask)
    return output, np.swapaxes(weights, -2, -1)
