"""
en: The table is one row too short
es: A la tabla le falta una fila

done: For n positions you return n - 1 rows.
why: A text that fills the context has nothing to be added to its last token. It fails only at full length, which is
    to say, late.
try: Print the shape of positional_encoding(1, 4). Which positions are there, if there are n of them and the first is
    0?

hecho: Para n posiciones devuelves n - 1 filas.
por_que: Un texto que llena el contexto no tiene nada que sumarle a su último token. Solo falla con la longitud
    completa, es decir, tarde.
prueba: Imprime la forma de positional_encoding(1, 4). ¿Qué posiciones hay, si son n y la primera es la 0?

fails: values, far_positions, first_position, sines_and_cosines, rotation, odd_width
catalogue: PE-17
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import positional_encoding as reference


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The reference without its last row."""
    return reference.positional_encoding(n_positions - 1, d_model)
