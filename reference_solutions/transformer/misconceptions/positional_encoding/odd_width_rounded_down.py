"""
en: An odd d_model comes back one column narrower
es: Un d_model impar vuelve con una columna menos

done: You build pairs of columns, d_model // 2 of them, and put them together. With an odd width that makes one column
    too few.
why: Whoever asked for 7 gets 6 and isn't told. The error comes up only when the table is added to embeddings, far
    from where it arose.
try: Print the shape of positional_encoding(5, 7). What would you want a function to do that can't give you what you
    asked for?

hecho: Construyes parejas de columnas, d_model // 2, y las juntas. Con un ancho impar, eso da una columna de menos.
por_que: Quien pidió 7 recibe 6 y no se entera. El error sale a la luz cuando la tabla se suma a los embeddings, lejos
    de donde nació.
prueba: Imprime la forma de positional_encoding(5, 7). ¿Qué querrías que hiciera una función que no puede darte lo que
    has pedido?

fails: odd_width
catalogue: PE-19
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import positional_encoding as reference


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The reference of the even width below, with that width's own columns."""
    return reference.positional_encoding(n_positions, d_model - d_model % 2)
