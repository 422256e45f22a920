"""
en: The padding mask lets one padding token through
es: La máscara de padding deja pasar un token de relleno

done: In each sequence one position more than its length is True.
why: Positions are counted from 0, so the last of 3 tokens is number 2. The one that slips through carries no meaning,
    but it gets a weight, and every real token mixes a little of it in.
try: Call padding_mask([0, 1, 3], 4) and count the True of each row. Which position is the first that is no longer
    text?

hecho: En cada secuencia hay una posición más con True que su longitud.
por_que: Las posiciones se cuentan desde 0, así que el último de 3 tokens es el número 2. El que se cuela no significa
    nada, pero recibe un peso, y cada token real se lleva un poco de él.
prueba: Llama a padding_mask([0, 1, 3], 4) y cuenta los True de cada fila. ¿Cuál es la primera posición que ya no es
    texto?

fails: padding, combined
catalogue: MK-07
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def padding_mask(lengths: Sequence[int] | NDArray[np.integer], n_max: int) -> NDArray[np.bool_]:
    """As the reference, with <= in the place of <."""
    return np.arange(n_max) <= np.asarray(lengths)[:, None]
