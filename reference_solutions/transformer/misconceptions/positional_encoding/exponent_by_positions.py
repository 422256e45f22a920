"""
en: The exponent is divided by the number of positions
es: El exponente se divide por el número de posiciones

done: Where the formula says d_model, your code has the length of the table.
why: A position then has one code in a table of 50 rows and another in one of 100: what the model has learned with
    short texts is void with longer ones.
try: Print row 3 of positional_encoding(10, 8) and of positional_encoding(20, 8). Should they differ?

hecho: Donde la fórmula dice d_model, tu código tiene la longitud de la tabla.
por_que: Una posición tiene entonces un código en una tabla de 50 filas y otro en una de 100: lo que el modelo
    aprendió con textos cortos no sirve con los largos.
prueba: Imprime la fila 3 de positional_encoding(10, 8) y la de positional_encoding(20, 8). ¿Deberían ser distintas?

fails: values, far_positions
catalogue: PE-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The exponents 2i / n."""
    angles = np.outer(np.arange(n_positions), 10000.0 ** (-np.arange(0, d_model, 2) / n_positions))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
