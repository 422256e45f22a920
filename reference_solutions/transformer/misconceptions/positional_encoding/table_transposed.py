"""
en: The table lies on its side
es: La tabla está tumbada

done: Your result has a row for each column of the encoding and a column for each position: (d_model, n_positions).
why: It is to be added to the embeddings, which are (n, d_model). Mostly the shapes won't fit; where a text has as
    many tokens as the model has dimensions they do, and every token gets a mixture of all positions.
try: Print the shape of positional_encoding(10, 4). In which axis do you count when you look for the code of position
    7?

hecho: Tu resultado tiene una fila por cada columna de la codificación y una columna por posición: (d_model,
    n_posiciones).
por_que: Tiene que sumarse a los embeddings, que son (n, d_model). Casi siempre las formas no encajan; si un texto
    tiene tantos tokens como dimensiones el modelo, sí, y cada token recibe una mezcla de todas las posiciones.
prueba: Imprime la forma de positional_encoding(10, 4). ¿Por qué eje cuentas cuando buscas el código de la posición 7?

fails: values, far_positions, first_position, sines_and_cosines, rotation, odd_width
catalogue: PE-12
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import positional_encoding as reference


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The reference transposed."""
    return reference.positional_encoding(n_positions, d_model).T
