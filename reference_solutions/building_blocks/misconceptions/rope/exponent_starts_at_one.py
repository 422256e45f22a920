"""
en: The pairs are counted from 1
es: Los pares se cuentan desde 1

done: The first pair gets the frequency of the second, and so on: the exponent begins one pair too far on.
why: In the paper i runs from 1 and the formula has i - 1. Taken over for pairs that count from 0, or the reverse, no
    pair turns by a full radian for each token any more.
try: By which angle does your first pair turn from position 0 to position 1? What does the formula give for its i?

hecho: El primer par recibe la frecuencia del segundo, y así todos: el exponente empieza un par más allá.
por_que: En el artículo i empieza en 1 y la fórmula tiene i - 1. Si se mezcla con pares contados desde 0, ya ningún
    par gira un radián entero por token.
prueba: ¿Qué ángulo gira tu primer par de la posición 0 a la 1? ¿Qué da la fórmula para su i?

fails: values
catalogue: PE-22
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """As the reference, one pair on."""
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    angles = np.outer(positions, base ** (-np.arange(2, d + 2, 2) / d))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1).reshape(x.shape)
