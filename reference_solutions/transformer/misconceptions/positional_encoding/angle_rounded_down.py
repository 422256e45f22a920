"""
en: The angles are rounded down to whole numbers
es: Los ángulos se redondean hacia abajo a números enteros

done: The position is divided by the power of 10000 with whole numbers, as `//` does, so every angle is 0, 1, 2 ...
why: A slow pair stands still for many positions and then jumps by a whole radian. Neighbours can't be told apart by it,
    and a step is no longer the same rotation everywhere.
try: Print the angles of the positions 0 to 9 in the second pair, before the sine. Then print 7 // 10 and 7 / 10.

hecho: La posición se divide por la potencia de 10000 con números enteros, como hace `//`, así que cada ángulo es 0, 1,
    2 ...
por_que: Una pareja lenta se queda parada durante muchas posiciones y luego salta un radián entero. No distingue a los
    vecinos, y un paso deja de ser el mismo giro en todas partes.
prueba: Imprime los ángulos de las posiciones 0 a 9 en la segunda pareja, antes del seno. Después imprime 7 // 10 y
    7 / 10.

fails: values, far_positions, rotation, odd_width
catalogue: PE-04
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """Whole radians."""
    angles = np.floor(np.arange(n_positions)[:, None] / 10000.0 ** (np.arange(0, d_model, 2) / d_model))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
