"""
en: The positions are held in half precision
es: Las posiciones se guardan en media precisión

done: The numbers 0, 1, 2 ... become 16-bit floats before they meet the frequencies.
why: Near positions are exact, which is why all looks well at first. From 2048 on only every second whole number
    exists, then every fourth; and beyond 65504 there is only infinity, whose sine is NaN.
try: Print np.arange(2046, 2054).astype(np.float16). How many different positions do you count?

hecho: Los números 0, 1, 2 ... se convierten en floats de 16 bits antes de encontrarse con las frecuencias.
por_que: Las posiciones cercanas son exactas, y por eso al principio todo parece bien. Desde 2048 solo existe uno de
    cada dos enteros, después uno de cada cuatro; y más allá de 65504 solo queda infinito, cuyo seno es NaN.
prueba: Imprime np.arange(2046, 2054).astype(np.float16). ¿Cuántas posiciones distintas cuentas?

fails: far_positions
catalogue: PE-20
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """As the reference, with positions in float16."""
    positions = np.arange(n_positions).astype(np.float16).astype(np.float64)
    angles = np.outer(positions, 10000.0 ** (-np.arange(0, d_model, 2) / d_model))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
