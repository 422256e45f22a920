"""
en: A factor of 2π too much
es: Sobra un factor 2π

done: Your angles are multiplied by 2π, as if the frequencies were turns per position.
why: In the formula they are radians. With 2π the first pair makes exactly one turn at each step and comes back to
    where it was: the fastest hand of the clock seems to stand still, and the nearest neighbours can't be told apart
    by it.
try: Print columns 0 and 1. How do they change from one position to the next? Position 1 should give sin(1) ≈ 0.841 in
    column 0.

hecho: Tus ángulos están multiplicados por 2π, como si las frecuencias fueran vueltas por posición.
por_que: En la fórmula son radianes. Con 2π, la primera pareja da exactamente una vuelta en cada paso y vuelve a donde
    estaba: la manecilla más rápida parece quieta, y ya no distingue a los vecinos más próximos.
prueba: Imprime las columnas 0 y 1. ¿Cómo cambian de una posición a otra? La posición 1 debería dar sen(1) ≈ 0.841 en
    la columna 0.

fails: values, far_positions, odd_width
catalogue: PE-11
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """Angles in turns."""
    angles = np.outer(np.arange(n_positions), 2 * np.pi * 10000.0 ** (-np.arange(0, d_model, 2) / d_model))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
