"""
en: Positions run along the first axis
es: Las posiciones recorren el primer eje

done: The number of positions is taken from axis 0 of x.
why: For a matrix (n, d) that is the axis of the tokens. With heads or samples in front, whole heads are turned by one
    angle each, and the tokens inside them stay unordered.
try: Give it an array (3, 5, 8) and print how many different angles occur. Counted from the end, which axis do the
    tokens always have?

hecho: El número de posiciones se toma del eje 0 de x.
por_que: En una matriz (n, d) ese es el eje de los tokens. Con cabezas o muestras delante, cada cabeza entera gira un
    solo ángulo y los tokens de dentro se quedan sin orden.
prueba: Dale un array (3, 5, 8) e imprime cuántos ángulos distintos aparecen. Contando desde el final, ¿qué eje tienen
    siempre los tokens?

fails: leading_axes
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """As the reference, with the first axis taken for the tokens."""
    d = x.shape[-1]
    positions = np.arange(x.shape[0]) if positions is None else positions
    angles = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    angles = angles.reshape(len(positions), *[1] * (x.ndim - 2), d // 2)
    if x.ndim > 2 and len(positions) != x.shape[0]:
        angles = angles.swapaxes(0, -2)
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1).reshape(x.shape)
