"""
en: Both new features are sums
es: Los dos rasgos nuevos son sumas

done: Of the four products none has a minus sign.
why: That is no rotation: vectors grow or shrink on the way, and the score of two tokens depends on where they stand,
    not on how far apart they are.
try: Compare the length of a row before and after. Which entry of a matrix of rotation is negative?

hecho: De los cuatro productos ninguno lleva signo menos.
por_que: Eso no es una rotación: los vectores crecen o encogen por el camino, y la puntuación de dos tokens depende de
    dónde están y no de lo lejos que están uno del otro.
prueba: Compara la longitud de una fila antes y después. ¿Qué elemento de una matriz de rotación es negativo?

fails: values, keeps_lengths, relative
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """No rotation: the minus sign is missing."""
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    angles = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([first * cos + second * sin, first * sin + second * cos], axis=-1).reshape(x.shape)
