"""
en: Far positions lose their digits
es: Las posiciones lejanas pierden sus cifras

done: Positions, frequencies or angles are in float32 on the way, though the table itself is float64.
why: A float32 holds seven digits, and at position 100 000 six of them stand before the point. The angle is then off
    by some thousandths: near positions are right, far ones drift.
try: Compare your row 90 000 with one computed in float64 from beginning to end. Which of your arrays says float32
    when you print its dtype?

hecho: Las posiciones, las frecuencias o los ángulos van en float32 por el camino, aunque la tabla sea float64.
por_que: Un float32 guarda siete cifras, y en la posición 100 000 seis de ellas están antes de la coma. El ángulo se
    equivoca entonces en unas milésimas: las posiciones cercanas salen bien y las lejanas se desvían.
prueba: Compara tu fila 90 000 con una calculada en float64 de principio a fin. ¿Cuál de tus arrays dice float32
    cuando imprimes su dtype?

fails: far_positions
catalogue: PE-20
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """As the reference, with angles in float32."""
    frequencies = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    angles = np.outer(np.arange(n_positions), frequencies).astype(np.float32).astype(np.float64)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
