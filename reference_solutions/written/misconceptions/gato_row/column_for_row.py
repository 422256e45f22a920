"""
en: The column of "gato" for its row
es: La columna de «gato» en lugar de su fila

done: Your numbers say how much each word looks at "gato", and not how much "gato" looks at each.
why: Rows belong to the word that looks, columns to the word that is looked at. Only rows add up to 1; a column may
    add up to anything.
try: Add your three weights up. What must the weights of one word come to, and along which direction did the softmax
    make it so?

hecho: Tus números dicen cuánto mira cada palabra a «gato», y no cuánto mira «gato» a cada una.
por_que: Las filas son de la palabra que mira; las columnas, de la que es mirada. Solo las filas suman 1; una columna
    puede sumar cualquier cosa.
prueba: Suma tus tres pesos. ¿Cuánto deben sumar los pesos de una palabra, y en qué dirección lo consiguió el softmax?

fails: weights, output
catalogue: AT-09
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...gato_row import values


def gato_weights() -> NDArray[np.float64]:
    """The second column of A."""
    return np.array([0.768, 0.045, 1 / 3])


def gato_output() -> NDArray[np.float64]:
    """What follows from it."""
    return gato_weights() @ values()
