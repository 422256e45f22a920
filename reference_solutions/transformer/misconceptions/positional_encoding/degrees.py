"""
en: The angles are taken for degrees
es: Los ángulos se toman por grados

done: They are converted as if they were degrees before the sine is taken.
why: Everything turns 57 times too slowly. Neighbouring positions get nearly the same code even in the fastest pair,
    and attention can hardly tell them apart.
try: Print your value for position 1, column 0. sin(1) is 0.841 in one unit and 0.017 in the other; which of the two
    does the formula mean?

hecho: Se convierten como si fueran grados antes de calcular el seno.
por_que: Todo gira 57 veces más despacio de lo debido. Dos posiciones vecinas reciben casi el mismo código incluso en
    la pareja más rápida, y la atención apenas puede distinguirlas.
prueba: Imprime tu valor en la posición 1, columna 0. sen(1) es 0.841 en una unidad y 0.017 en la otra; ¿a cuál de las
    dos se refiere la fórmula?

fails: values, far_positions
catalogue: PE-11
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """Angles in degrees."""
    angles = np.outer(np.arange(n_positions), np.radians(10000.0 ** (-np.arange(0, d_model, 2) / d_model)))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
