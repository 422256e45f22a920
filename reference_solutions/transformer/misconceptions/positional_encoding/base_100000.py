"""
en: The base is 100000, not 10000
es: La base es 100000, no 10000

done: The constant of your formula has a zero too many.
why: All pairs but the first turn more slowly than they should, up to ten times. Nothing breaks, but the code of a
    position isn't the one that anybody else's model has learned to read.
try: Count the zeros, in your code and in the formula. Then print your last frequency for d_model = 64 and ask
    yourself how many positions a full wave takes.

hecho: La constante de tu fórmula tiene un cero de más.
por_que: Todas las parejas menos la primera giran más despacio de lo debido, hasta diez veces. No se rompe nada, pero
    el código de una posición no es el que ha aprendido a leer el modelo de los demás.
prueba: Cuenta los ceros, en tu código y en la fórmula. Después imprime tu última frecuencia con d_model = 64 y
    pregúntate cuántas posiciones dura una onda completa.

fails: values, far_positions
catalogue: PE-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """100000 in the place of 10000."""
    angles = np.outer(np.arange(n_positions), 100000.0 ** (-np.arange(0, d_model, 2) / d_model))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
