"""
en: The exponential is taken of the scores as they are
es: La exponencial se toma de las puntuaciones tal cual

done: Your function computes exp(z) and divides by the sum, just as the formula is printed.
why: On paper that is the softmax. In the machine exp overflows above 709 in float64 and above 88 in float32, and
    inf/inf is NaN; far below 0 everything becomes 0, and 0/0 is NaN too. One NaN spoils its whole row, and soon the
    whole model.
try: Compare the results for [0, 1, 2], [1000, 1001, 1002] and [-1000, -999, -998]. All three should be the same
    numbers. What can be done to a row before the exponential that leaves its softmax as it is?

hecho: Tu función calcula exp(z) y divide por la suma, tal como se escribe la fórmula.
por_que: Sobre el papel eso es el softmax. En la máquina, exp se desborda por encima de 709 en float64 y de 88 en
    float32, e inf/inf es NaN; muy por debajo de 0 todo se vuelve 0, y 0/0 también es NaN. Un solo NaN estropea su
    fila entera y, poco después, el modelo entero.
prueba: Compara los resultados de [0, 1, 2], [1000, 1001, 1002] y [-1000, -999, -998]. Los tres deberían ser los
    mismos números. ¿Qué se le puede hacer a una fila antes de la exponencial sin que cambie su softmax?

fails: stable
catalogue: SM-01
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """As the reference, without moving the scores first."""
    exponentials = np.exp(z)
    return np.asarray(exponentials / exponentials.sum(axis=axis, keepdims=True))
