"""
en: The angles are taken for degrees
es: Los ángulos se toman por grados

done: Each angle is multiplied by π/180 before its cosine and sine are taken.
why: The angle p base^(-2i/d) is in radians, as NumPy and torch expect. Taken for degrees all pairs turn 57 times too
    slowly, and neighbours can hardly be told apart.
try: By which angle does your first pair turn from position 0 to position 1? It should be 1 radian, whose cosine is
    0.5403.

hecho: Cada ángulo se multiplica por π/180 antes de calcular su coseno y su seno.
por_que: El ángulo p base^(-2i/d) está en radianes, que es lo que esperan NumPy y torch. Tomado por grados, todos los
    pares giran 57 veces más despacio, y los vecinos apenas se distinguen.
prueba: ¿Qué ángulo gira tu primer par de la posición 0 a la 1? Debería ser 1 radián, cuyo coseno es 0.5403.

fails: values
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """As the reference, in degrees."""
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    angles = np.deg2rad(np.outer(positions, base ** (-np.arange(0, d, 2) / d)))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1).reshape(x.shape)
