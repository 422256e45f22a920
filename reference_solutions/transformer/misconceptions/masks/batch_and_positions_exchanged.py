"""
en: The padding mask lies on its side
es: La máscara de padding está tumbada

done: Your result has a row for each position and a column for each sequence: (n_max, batch) instead of (batch,
    n_max).
why: Laid against the scores, it blocks by the wrong axis. If a batch happens to hold as many sequences as positions,
    no error is raised, and each sequence gets another one's mask.
try: Print the shape of padding_mask([2, 3], 5). Which of the two arrays that you compare has to be turned upright, so
    that every sequence gets a row?

hecho: Tu resultado tiene una fila por posición y una columna por secuencia: (n_max, lote) en lugar de (lote, n_max).
por_que: Al ponerla sobre las puntuaciones, bloquea por el eje que no es. Si un lote tiene por casualidad tantas
    secuencias como posiciones, no hay ningún error, y a cada secuencia le toca la máscara de otra.
prueba: Imprime la forma de padding_mask([2, 3], 5). ¿Cuál de los dos arrays que comparas hay que poner de pie para
    que cada secuencia tenga una fila?

fails: padding, combined
catalogue: MK-09
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def padding_mask(lengths: Sequence[int] | NDArray[np.integer], n_max: int) -> NDArray[np.bool_]:
    """The reference transposed."""
    return np.arange(n_max)[:, None] < np.asarray(lengths)
