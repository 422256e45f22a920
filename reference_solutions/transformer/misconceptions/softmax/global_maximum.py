"""
en: One maximum for the whole array
es: Un solo máximo para todo el array

done: Before the exponential you subtract the largest number of the whole array, the same one in every row.
why: That helps the row in which this number stands. A row that lies a thousand below it turns into zeros, and its
    softmax into 0/0. So one sentence with large scores can wipe out another one of the same batch.
try: Take the rows [0, 1] and [1000, 1001] together and print what goes into the exponential. What did the second row
    get that the first one didn't?

hecho: Antes de la exponencial restas el número más grande de todo el array, el mismo en todas las filas.
por_que: Eso ayuda a la fila en la que está ese número. Una fila que queda mil por debajo se convierte en ceros, y su
    softmax en 0/0. Así, una frase con puntuaciones grandes puede borrar a otra del mismo lote.
prueba: Junta las filas [0, 1] y [1000, 1001] en un array e imprime lo que entra en la exponencial. ¿Qué ha recibido
    la segunda fila que no ha recibido la primera?

fails: stable
catalogue: SM-02
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """As the reference, but with the maximum of all of `z`."""
    exponentials = np.exp(z - z.max())
    return np.asarray(exponentials / exponentials.sum(axis=axis, keepdims=True))
