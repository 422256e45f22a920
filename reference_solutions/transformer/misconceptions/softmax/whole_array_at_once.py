"""
en: One softmax over the whole array
es: Un solo softmax para todo el array

done: All numbers of the array share one sum: it's the array that adds up to 1, not each row.
why: Every row is a question of its own, and its weights are what it gives to the answers. Divided by the sum of
    everything, a row with low scores gets next to nothing, only because other rows have higher ones.
try: Print the sums of the rows of softmax([[0, 1], [5, 6]]). What should they be, and over which axis does your sum
    run?

hecho: Todos los números del array comparten una suma: lo que suma 1 es el array entero y no cada fila.
por_que: Cada fila es una pregunta aparte, y sus pesos son lo que reparte entre las respuestas. Dividida por la suma
    de todo, una fila con puntuaciones bajas se queda casi sin nada solo porque otras filas las tienen más altas.
prueba: Imprime las sumas de las filas de softmax([[0, 1], [5, 6]]). ¿Cuánto deberían dar, y a lo largo de qué eje va
    tu suma?

fails: values, sums_to_one, stable
catalogue: SM-03
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """The maximum and the sum are those of all of `z`."""
    exponentials = np.exp(z - z.max())
    return np.asarray(exponentials / exponentials.sum())
