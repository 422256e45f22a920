"""
en: The angles are computed in half precision
es: Los ángulos se calculan en media precisión

done: Position times frequency is put into 16 bits before sine and cosine are taken.
why: Such a number has about three digits, which must hold all the turns made so far. What remains for the angle
    itself is coarse after some dozens of positions; above 2048 radians neighbours fall together, and above 65504
    there is only infinity.
try: Print np.float16(49 * 0.316) and 49 * 0.316. Where could you go down to 16 bits with less harm: before the sine
    or after it?

hecho: El producto de posición y frecuencia pasa a 16 bits antes de calcular el seno y el coseno.
por_que: Un número así tiene unas tres cifras, y en ellas tienen que caber todas las vueltas dadas hasta ahí. A las
    pocas decenas de posiciones, lo que queda para el ángulo es tosco; por encima de 2048 radianes los vecinos
    coinciden, y por encima de 65504 solo hay infinito.
prueba: Imprime np.float16(49 * 0.316) y 49 * 0.316. ¿Dónde harían menos daño los 16 bits: antes del seno o después?

fails: values, far_positions, rotation
catalogue: PE-20
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """As the reference, with angles in float16."""
    frequencies = 10000.0 ** (-np.arange(0, d_model, 2) / d_model)
    angles = np.outer(np.arange(n_positions), frequencies).astype(np.float16).astype(np.float64)
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
