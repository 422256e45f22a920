"""
en: The encoding is added, not turned by
es: La codificación se suma en lugar de girar

done: You add sines and cosines of the angles to x, as in the encoding of the first Transformer.
why: A sum makes the score of two tokens depend on both positions separately, and it changes the vectors' lengths.
    RoPE leaves the length alone and puts the distance into the score itself.
try: What comes out for the zero vector at position 3? A rotation leaves it where it is.

hecho: Sumas a x senos y cosenos de los ángulos, como en la codificación del primer Transformer.
por_que: Con una suma, la puntuación de dos tokens depende de las dos posiciones por separado, y la longitud de los
    vectores cambia. RoPE respeta la longitud y mete la distancia en la propia puntuación.
prueba: ¿Qué sale para el vector cero en la posición 3? Una rotación lo deja donde está.

fails: values, keeps_lengths, relative, first_position
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """Sinusoidal positions, added."""
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    angles = np.outer(positions, base ** (-np.arange(0, d, 2) / d))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([first + sin, second + cos], axis=-1).reshape(x.shape)
