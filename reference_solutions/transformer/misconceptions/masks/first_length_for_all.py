"""
en: All sequences get the length of the first
es: Todas las secuencias reciben la longitud de la primera

done: Every row of your padding mask is the same one: that of lengths[0].
why: Longer sentences lose their end, shorter ones are given padding to read. In a batch of one nothing shows.
try: Call padding_mask([4, 1], 5) and padding_mask([1, 4], 5). Should the second be the first with its rows exchanged?
    Where does each row of yours get its length from?

hecho: Todas las filas de tu máscara de padding son la misma: la de lengths[0].
por_que: Las frases más largas pierden su final y a las más cortas se les da a leer relleno. En un lote de una sola
    frase no se nota.
prueba: Llama a padding_mask([4, 1], 5) y a padding_mask([1, 4], 5). ¿Debería ser la segunda igual a la primera con
    las filas cambiadas? ¿De dónde saca su longitud cada una de tus filas?

fails: padding, combined
catalogue: MK-11
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def padding_mask(lengths: Sequence[int] | NDArray[np.integer], n_max: int) -> NDArray[np.bool_]:
    """The reference's first row, for every sequence."""
    return np.broadcast_to(np.arange(n_max) < lengths[0], (len(lengths), n_max)).copy()
