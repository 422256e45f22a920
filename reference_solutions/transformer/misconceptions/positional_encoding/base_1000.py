"""
en: The base is 1000, not 10000
es: La base es 1000, no 10000

done: A zero is missing from the constant of the formula.
why: The slowest pair then comes round about ten times sooner. The encoding works, but a model trained elsewhere with
    10000 can't read it, and long texts begin to repeat themselves earlier.
try: Print the smallest of your frequencies for d_model = 64, and one divided by it. Compare with the number in the
    formula.

hecho: A la constante de la fórmula le falta un cero.
por_que: La pareja más lenta da entonces la vuelta unas diez veces antes. La codificación funciona, pero un modelo
    entrenado en otro sitio con 10000 no sabe leerla, y los textos largos empiezan a repetirse antes.
prueba: Imprime la menor de tus frecuencias con d_model = 64, y uno dividido por ella. Compáralo con el número de la
    fórmula.

fails: values, far_positions
catalogue: PE-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """1000 in the place of 10000."""
    angles = np.outer(np.arange(n_positions), 1000.0 ** (-np.arange(0, d_model, 2) / d_model))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
