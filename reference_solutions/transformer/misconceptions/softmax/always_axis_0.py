"""
en: Always down the columns
es: Siempre por columnas

done: The maximum and the sum run along axis 0, whatever is asked for.
why: In a matrix of scores a row belongs to one query. Down the columns, the weights of different queries are made to
    add up to 1 together, and no query gets a distribution of its own.
try: Take a (2, 3) array and print the sums of your result along axis 0 and along axis 1. Which of the two should be
    all ones when nobody says an axis?

hecho: El máximo y la suma recorren el eje 0, se pida lo que se pida.
por_que: En una matriz de puntuaciones, cada fila pertenece a una consulta. Por columnas, son los pesos de consultas
    distintas los que suman 1 entre todos, y ninguna consulta tiene una distribución propia.
prueba: Toma un array de (2, 3) e imprime las sumas de tu resultado por el eje 0 y por el eje 1. ¿Cuáles deberían ser
    todas unos cuando nadie indica el eje?

fails: values, any_axis, sums_to_one, stable
catalogue: SM-04
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """As the reference, along axis 0 whatever `axis` says."""
    exponentials = np.exp(z - z.max(axis=0, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(axis=0, keepdims=True))
