"""
en: The mean is subtracted, not the largest score
es: Se resta la media, no la puntuación más grande

done: Before the exponential each row is centred on its mean.
why: That brings a high row down, but not a wide one: what lies a thousand above the mean still overflows. And the
    mean of a row that holds -inf is -inf, so every masked row comes out as NaN.
try: Compute by hand the mean of [2, 1, -inf], and subtract it. Which other number of a row would be safe to subtract,
    whatever the rest of the row is?

hecho: Antes de la exponencial, cada fila se centra en su media.
por_que: Eso baja una fila alta, pero no una muy dispersa: lo que está mil por encima de la media se desborda igual. Y
    la media de una fila que contiene -inf es -inf, así que toda fila con máscara sale como NaN.
prueba: Calcula a mano la media de [2, 1, -inf] y réstala. ¿Qué otro número de una fila se puede restar sin peligro,
    sea como sea el resto?

fails: stable, minus_infinity
catalogue: SM-02
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """As the reference, with the mean in the maximum's place."""
    exponentials = np.exp(z - z.mean(axis=axis, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(axis=axis, keepdims=True))
