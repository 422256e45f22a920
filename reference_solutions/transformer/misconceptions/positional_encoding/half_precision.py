"""
en: The angles are computed in half precision
es: Los ángulos se calculan en media precisión

done: Positions or angles pass through 16-bit numbers before sine and cosine are taken.
why: Such a number has about three digits. Above 2048 it doesn't even hold every whole number, so that neighbouring
    positions fall together and get the same code.
try: Print np.float16(2049) and np.float16(4097). When would it be early enough to go down to 16 bits: before the sine
    or after it?

hecho: Las posiciones o los ángulos pasan por números de 16 bits antes de calcular el seno y el coseno.
por_que: Un número así tiene unas tres cifras. Por encima de 2048 ni siquiera puede guardar todos los enteros, de modo
    que posiciones vecinas coinciden y reciben el mismo código.
prueba: Imprime np.float16(2049) y np.float16(4097). ¿Cuándo se podría bajar a 16 bits sin peligro: antes del seno o
    después?

fails: values, far_positions, rotation
catalogue: PE-20
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """As the reference, with angles in float16."""
    frequencies = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    positions = np.arange(n_positions).clip(max=65504)  # float16 ends there
    angles = np.outer(positions, frequencies).astype(np.float16).astype(np.float64)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
