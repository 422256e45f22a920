"""
en: The maximum and the sum lose their axis
es: El máximo y la suma pierden su eje

done: The maximum and the sum of each row come out with one axis less than z, and are then combined with z as they
    are.
why: NumPy and torch line shapes up from the right: with (4, 7) scores the 4 maxima meet the 7 columns, which is an
    error. In a square array it is worse: there is no error, and each column gets the maximum of some other row.
try: Print the shapes of z and of the maximum for a (3, 5) and for a (3, 3) array. Which shape would line up one
    number with each row?

hecho: El máximo y la suma de cada fila salen con un eje menos que z, y así se combinan con z.
por_que: NumPy y torch alinean las formas por la derecha: con puntuaciones de (4, 7), los 4 máximos se encuentran con
    las 7 columnas, y eso es un error. En un array cuadrado es peor: no hay error, y a cada columna le toca el máximo
    de otra fila.
prueba: Imprime las formas de z y del máximo con un array de (3, 5) y con uno de (3, 3). ¿Qué forma pondría un número
    frente a cada fila?

fails: values, any_axis, sums_to_one, shift_invariant, stable, minus_infinity, input_untouched
catalogue: SM-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """As the reference, without keepdims."""
    exponentials = np.exp(z - z.max(axis=axis))
    return np.asarray(exponentials / exponentials.sum(axis=axis))
