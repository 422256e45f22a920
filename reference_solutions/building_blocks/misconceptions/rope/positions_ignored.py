"""
en: Given positions are not used
es: Las posiciones dadas no se usan

done: Whatever positions are passed, the rows are turned as if they stood at 0, 1, 2, ...
why: When a model generates with a KV cache, each new token comes alone: as row 0, but at position 57. It would be
    left unturned, and all its distances would be wrong.
try: Call the function with one vector and position 7. Is it the same as row 7 of a whole sequence of that vector?

hecho: Pase lo que pase como posiciones, las filas giran como si estuvieran en 0, 1, 2, ...
por_que: Cuando un modelo genera con caché KV, cada token nuevo llega solo: es la fila 0, pero está en la posición 57.
    Quedaría sin girar y todas sus distancias serían erróneas.
prueba: Llama a la función con un vector y la posición 7. ¿Sale lo mismo que en la fila 7 de una secuencia entera de
    ese vector?

fails: positions
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """Rows stand where they lie."""
    n, d = x.shape[-2:]
    positions = np.arange(n)
    angles = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1).reshape(x.shape)
