"""
en: There is no eps
es: Falta eps

done: The division is by the root of the mean square alone.
why: A token of zeros has a mean square of 0, and 0/0 is NaN. One such token, a padding token for instance, spoils the
    loss of the whole batch.
try: Normalise a token of zeros. What should come out? What could be added before the root so that it does?

hecho: Se divide solo por la raíz de la media de los cuadrados.
por_que: En un token de ceros esa media es 0, y 0/0 es NaN. Un solo token así, por ejemplo uno de relleno, estropea la
    pérdida de todo el lote.
prueba: Normaliza un token de ceros. ¿Qué debería salir? ¿Qué se le puede sumar a lo que hay dentro de la raíz para
    que salga?

fails: eps
catalogue: LN-03
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """As the reference, without eps."""
    mean_square: NDArray[np.float64] = (x * x).mean(axis=-1, keepdims=True)
    return gain * x / np.sqrt(mean_square)
