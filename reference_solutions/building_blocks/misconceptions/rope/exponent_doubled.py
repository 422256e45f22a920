"""
en: The exponent has its factor 2 twice
es: El exponente tiene dos veces el factor 2

done: The pairs i = 0, 1, 2, ... turn at base^(-4i/d), not at base^(-2i/d).
why: arange(0, d, 2) is 2i already, so one more factor 2 is too many. The slowest pairs then hardly turn at all: a
    whole book doesn't move them.
try: Print the frequencies for d = 8. At base 10000 they should be 1, 0.1, 0.01 and 0.001. Which numbers does your
    range give, i or 2i?

hecho: Los pares i = 0, 1, 2, ... giran con base^(-4i/d) y no con base^(-2i/d).
por_que: arange(0, d, 2) ya es 2i, así que sobra otro factor 2. Los pares más lentos apenas giran: ni un libro entero
    los mueve.
prueba: Imprime las frecuencias para d = 8. Con base 10000 deberían ser 1, 0.1, 0.01 y 0.001. ¿Qué números da tu rango:
    i o 2i?

fails: values
catalogue: PE-22
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """As the reference, with twice the exponent."""
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    angles = np.outer(positions, base ** (-2 * np.arange(0, d, 2) / d))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1).reshape(x.shape)
