"""
en: Divided by the sum of the whole array
es: Se divide por la suma de todo el array

done: All exponentials are divided by one number, the sum over the whole array.
why: Then the array as a whole adds up to 1, and a row gets the less the more rows there are. In attention every query
    would have to share a single 1 with all the other queries.
try: Print the sum of every row for an array of 2 rows and for one of 20. How many sums are needed for a (20, 5)
    array, and in which shape?

hecho: Todas las exponenciales se dividen por un único número, la suma de todo el array.
por_que: Entonces es el array entero el que suma 1, y a cada fila le toca menos cuantas más filas hay. En la atención,
    cada consulta tendría que repartirse un solo 1 con todas las demás.
prueba: Imprime la suma de cada fila con un array de 2 filas y con uno de 20. ¿Cuántas sumas hacen falta para un array
    de (20, 5), y con qué forma?

fails: values, sums_to_one
catalogue: SM-03
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """As the reference, but normalised over all of `z`."""
    exponentials = np.exp(z - z.max(axis=axis, keepdims=True))
    return np.asarray(exponentials / exponentials.sum())
