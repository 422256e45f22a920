"""
en: The exponent is half of what it should be, or the base its root
es: El exponente es la mitad de lo que debería, o la base su raíz

done: The pairs are numbered 0, 1, 2 ... and that number is divided by d_model, so the exponents of 10000 end just
    short of 1/2. (With 100 for a base the frequencies are the same.)
why: The frequencies fall half as fast: the slowest pair turns about a hundred times faster than it should. Its job
    was to tell far regions of a long text apart.
try: Print your frequencies for d_model = 8. By which factor does each follow from the one before, and how many pairs
    are there until you reach the end?

hecho: Las parejas se numeran 0, 1, 2 ... y ese número se divide por d_model, así que los exponentes de 10000 terminan
    justo antes de 1/2. (Con 100 como base salen las mismas frecuencias.)
por_que: Las frecuencias caen a la mitad de ritmo: la pareja más lenta gira unas cien veces más deprisa de lo debido.
    Su trabajo era distinguir regiones lejanas de un texto largo.
prueba: Imprime tus frecuencias con d_model = 8. ¿Por qué factor sale cada una de la anterior, y cuántas parejas hay
    hasta el final?

fails: values, far_positions
catalogue: PE-03
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The exponents i / d."""
    angles = np.outer(np.arange(n_positions), 10000.0 ** (-np.arange((d_model + 1) // 2) / d_model))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
