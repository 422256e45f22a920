"""
en: The base is 100, not 10000
es: La base es 100, no 10000

done: Your frequencies are powers of 100 (perhaps 10000 has met a square root on the way).
why: From the fastest pair to the slowest there is now only a factor of 100. Beyond some six hundred positions even
    the slowest has gone round once, and far parts of a text get mixed up.
try: How many positions does the slowest column of your table with d_model = 64 need for one full wave? And how many
    should it need?

hecho: Tus frecuencias son potencias de 100 (quizá 10000 se ha cruzado con una raíz cuadrada).
por_que: De la pareja más rápida a la más lenta ya solo hay un factor de 100. Pasadas unas seiscientas posiciones,
    incluso la más lenta ha dado una vuelta, y se confunden partes lejanas de un texto.
prueba: ¿Cuántas posiciones necesita la columna más lenta de tu tabla con d_model = 64 para completar una onda? ¿Y
    cuántas debería necesitar?

fails: values, far_positions
catalogue: PE-08
alike: positional_encoding/exponent_halved
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """100 in the place of 10000."""
    angles = np.outer(np.arange(n_positions), 100.0 ** (-np.arange(0, d_model, 2) / d_model))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
