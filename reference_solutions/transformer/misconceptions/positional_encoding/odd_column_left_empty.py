"""
en: With an odd d_model the last column is empty
es: Con un d_model impar, la última columna queda vacía

done: Your pairs end before an odd width does: the column that is left over keeps the 0 it was made with.
why: It does no harm in sight, and that is the trouble: one dimension of the model says the same at every position,
    and nobody is told. Either it gets its sine, or the caller is told that this width isn't possible.
try: Print positional_encoding(4, 5). Which columns change from row to row? What should happen, in your opinion, when
    somebody asks for 5?

hecho: Tus parejas terminan antes que un ancho impar: la columna que sobra conserva el 0 con que se creó.
por_que: No hace ningún daño a la vista, y ese es el problema: una dimensión del modelo dice lo mismo en todas las
    posiciones y nadie se entera. O recibe su seno, o se le dice a quien llama que ese ancho no es posible.
prueba: Imprime positional_encoding(4, 5). ¿Qué columnas cambian de una fila a otra? ¿Qué debería pasar, en tu
    opinión, cuando alguien pide 5?

fails: odd_width
catalogue: PE-19
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import positional_encoding as reference


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The reference, with nothing in the column that has no partner."""
    encoding = reference.positional_encoding(n_positions, d_model)
    if d_model % 2:
        encoding[:, -1] = 0.0
    return encoding
