"""
en: Positions are counted from 1
es: Las posiciones se cuentan desde 1

done: Your first row is the one that belongs to position 1, the second that of position 2, and so on.
why: Inside one model this changes little. But each row sits one place too early: mixed with other code that counts
    from 0, as a cache or a generation loop does, all tokens are shifted by one.
try: Print row 0. Which angle gives sine 0 and cosine 1, and from which number does your range start?

hecho: Tu primera fila es la que corresponde a la posición 1, la segunda la de la posición 2, y así sucesivamente.
por_que: Dentro de un solo modelo cambia poco. Pero cada fila está un lugar antes de tiempo: junto a otro código que
    cuente desde 0, como una caché o un bucle de generación, todos los tokens quedan corridos una posición.
prueba: Imprime la fila 0. ¿Qué ángulo tiene seno 0 y coseno 1, y en qué número empieza tu rango?

fails: values, far_positions, first_position
catalogue: PE-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import positional_encoding as reference


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The reference without its first row."""
    return reference.positional_encoding(n_positions + 1, d_model)[1:]
