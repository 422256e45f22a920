"""
en: The exponent has the wrong sign
es: El exponente tiene el signo cambiado

done: The pairs turn at base^(2i/d): each faster than the one before, up to thousands of radians from one token to the
    next.
why: The slow pairs are there to tell far tokens from near ones. Pairs that go round the circle hundreds of times
    between two tokens say nothing of their distance.
try: Print the frequencies for d = 8. The first is 1; should the others be larger or smaller?

hecho: Los pares giran con base^(2i/d): cada uno más deprisa que el anterior, hasta miles de radianes de un token al
    siguiente.
por_que: Los pares lentos están para distinguir los tokens lejanos de los cercanos. Un par que da cientos de vueltas
    entre dos tokens no dice nada de su distancia.
prueba: Imprime las frecuencias para d = 8. La primera es 1; ¿deberían las demás ser mayores o menores?

fails: values
catalogue: PE-22
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """As the reference, with base^(2i/d)."""
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    angles = np.outer(positions, base ** (np.arange(0, d, 2) / d))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1).reshape(x.shape)
