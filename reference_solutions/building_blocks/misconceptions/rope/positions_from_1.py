"""
en: The first token stands at position 1
es: El primer token está en la posición 1

done: Without given positions yours run 1, 2, 3, ...
why: Scores among these tokens don't notice, for only distances count. But a token that is told to stand at position 7
    then lies one place off from its neighbours: with a KV cache, old and new tokens no longer fit together.
try: Print the first row before and after. By which angle is it turned, and by which should it be?

hecho: Si no se dan posiciones, las tuyas van 1, 2, 3, ...
por_que: Las puntuaciones entre estos tokens no lo notan, porque solo cuentan las distancias. Pero un token al que se
    le dice que está en la posición 7 queda un lugar corrido respecto a sus vecinos: con una caché KV, los tokens
    viejos y los nuevos ya no encajan.
prueba: Imprime la primera fila antes y después. ¿Qué ángulo ha girado y cuál debería?

fails: values, first_position, positions
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """Positions count from 1 unless they are given."""
    n, d = x.shape[-2:]
    positions = np.arange(1, n + 1) if positions is None else positions
    angles = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1).reshape(x.shape)
