"""
en: The odd columns stay empty
es: Las columnas impares se quedan vacías

done: The sines are there; the columns meant for the cosines still hold the zeros that the table was made with.
why: A sine alone can't say whether it is rising or falling: two different angles share each value. And half of the
    vector carries nothing.
try: Print row 0, where each cosine should be 1. Does the line that fills the odd columns run, and into which array
    does it write?

hecho: Los senos están; las columnas pensadas para los cosenos siguen con los ceros con que se creó la tabla.
por_que: Un seno solo no puede decir si sube o baja: dos ángulos distintos comparten cada valor. Y la mitad del vector
    no lleva nada.
prueba: Imprime la fila 0, donde cada coseno debería ser 1. ¿Se ejecuta la línea que rellena las columnas impares, y
    en qué array escribe?

fails: values, far_positions, first_position, sines_and_cosines, rotation, odd_width
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import positional_encoding as reference


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The reference without its cosines."""
    encoding = reference.positional_encoding(n_positions, d_model)
    encoding[:, 1::2] = 0.0
    return encoding
