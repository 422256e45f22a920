"""
en: Right for matrices only: always axis 1
es: Solo vale para matrices: siempre el eje 1

done: The maximum and the sum run along axis 1. In a matrix that is the last axis; in a batch of matrices it isn't.
why: Scores of shape (batch, n, n) have the queries on axis 1, and with heads it is the heads that stand there. The
    code runs without an error and normalises the wrong thing.
try: Print the sums of your result along each axis for a (2, 3, 5) array. Then try a plain row of three numbers. How
    can you name an axis so that it means the same at every rank?

hecho: El máximo y la suma recorren el eje 1. En una matriz ese es el último eje; en un lote de matrices, no.
por_que: Con puntuaciones de forma (lote, n, n), en el eje 1 están las consultas, y cuando hay cabezas son ellas las
    que ocupan ese lugar. El código corre sin errores y normaliza lo que no es.
prueba: Imprime las sumas de tu resultado por cada eje con un array de (2, 3, 5). Después prueba con una simple fila
    de tres números. ¿Cómo se puede nombrar un eje para que signifique lo mismo sea cual sea el número de ejes?

fails: any_axis, sums_to_one
catalogue: SM-04
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """As the reference, along axis 1 whatever `axis` says."""
    exponentials = np.exp(z - z.max(axis=1, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(axis=1, keepdims=True))
