"""
en: The exponent isn't divided by d_model
es: El exponente no se divide por d_model

done: You raise 10000 to 2i itself.
why: The second pair is already a hundred million times slower than the first, and the rest stands still. Only two
    columns of the whole vector tell positions apart.
try: Print row 1000 of your table. In how many columns does it differ from row 0? Between which two speeds should the
    pairs be spread out, whatever d_model is?

hecho: Elevas 10000 a 2i, sin más.
por_que: La segunda pareja ya es cien millones de veces más lenta que la primera, y el resto está parado. De todo el
    vector, solo dos columnas distinguen las posiciones.
prueba: Imprime la fila 1000 de tu tabla. ¿En cuántas columnas se diferencia de la fila 0? ¿Entre qué dos velocidades
    deberían repartirse las parejas, sea cual sea d_model?

fails: values, far_positions, odd_width
catalogue: PE-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The exponents 2i."""
    angles = np.outer(np.arange(n_positions), 10000.0 ** -np.arange(0.0, d_model, 2))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
