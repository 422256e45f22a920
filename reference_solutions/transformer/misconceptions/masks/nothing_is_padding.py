"""
en: The padding mask lets all padding through
es: La máscara de padding deja pasar todo el relleno

done: Every entry is True, whatever the lengths are.
why: The filling is then read as if it were text. The same sentence gets another meaning in a batch with a long
    neighbour than in one without.
try: Call padding_mask([1, 3], 4) and padding_mask([4, 4], 4). Should they come out alike? At which step do your
    lengths stop mattering?

hecho: Todas las casillas son True, sean cuales sean las longitudes.
por_que: El relleno se lee entonces como si fuera texto. La misma frase cobra otro sentido en un lote con una vecina
    larga que en uno sin ella.
prueba: Llama a padding_mask([1, 3], 4) y a padding_mask([4, 4], 4). ¿Deberían salir iguales? ¿En qué paso dejan de
    contar tus longitudes?

fails: padding, combined
catalogue: MK-04
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def padding_mask(lengths: Sequence[int] | NDArray[np.integer], n_max: int) -> NDArray[np.bool_]:
    """True everywhere."""
    return np.ones((len(lengths), n_max), dtype=np.bool_)
