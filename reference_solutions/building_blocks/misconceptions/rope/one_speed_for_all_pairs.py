"""
en: All pairs turn at the same speed
es: Todos los pares giran a la misma velocidad

done: The angle is the position itself for every pair: there are no frequencies.
why: After 6.28 tokens every pair is back where it was, and a neighbour looks like a token far away. The slow pairs
    are there to tell these apart.
try: Compare the scores of one query with the same key at the distances 1, 7 and 13. What would a pair have to do to
    tell 1 from 13?

hecho: El ángulo es la propia posición en todos los pares: no hay frecuencias.
por_que: A los 6,28 tokens cada par vuelve a estar donde estaba, y un vecino se parece a un token lejano. Los pares
    lentos están para distinguirlos.
prueba: Compara las puntuaciones de una consulta con la misma clave a distancias 1, 7 y 13. ¿Qué tendría que hacer un
    par para distinguir 1 de 13?

fails: values, base
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """The angle is the position."""
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    angles = np.outer(positions, np.ones(d // 2))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1).reshape(x.shape)
