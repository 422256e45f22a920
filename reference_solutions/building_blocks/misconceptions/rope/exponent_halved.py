"""
en: The exponent lacks its factor 2
es: Al exponente le falta el factor 2

done: The pairs i = 0, 1, 2, ... turn at base^(-i/d), not at base^(-2i/d).
why: The slowest pair then turns at about 1/√base, a hundred times faster than meant. Distances of some hundred tokens
    go round the circle and look like short ones.
try: Print the frequencies for d = 8. There are four of them; what is the last one, and how many tokens does it take
    for a full turn?

hecho: Los pares i = 0, 1, 2, ... giran con base^(-i/d) y no con base^(-2i/d).
por_que: El par más lento gira entonces a unos 1/√base, cien veces más rápido de lo previsto. Las distancias de unos
    cientos de tokens dan la vuelta al círculo y parecen cortas.
prueba: Imprime las frecuencias para d = 8. Son cuatro; ¿cuánto vale la última y cuántos tokens tarda en dar una
    vuelta completa?

fails: values
catalogue: PE-22
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """As the reference, with half the exponent."""
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    angles = np.outer(positions, base ** (-np.arange(d // 2) / d))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1).reshape(x.shape)
