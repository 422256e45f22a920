"""
en: There is no eps
es: Falta eps

done: The division is by the root of the variance alone.
why: A token whose features are all equal has variance 0, and 0/0 is NaN. One such token, a padding token of zeros for
    instance, spoils the loss of the whole batch.
try: Normalise a token of ones. What should come out, when its mean has been taken away? What could be added to the
    variance so that it does?

hecho: Se divide solo por la raíz de la varianza.
por_que: Un token con todas las características iguales tiene varianza 0, y 0/0 es NaN. Un solo token así, por ejemplo
    uno de relleno con ceros, estropea la pérdida de todo el lote.
prueba: Normaliza un token de unos. ¿Qué debería salir, una vez restada su media? ¿Qué se le puede sumar a la varianza
    para que salga?

fails: eps
catalogue: LN-03
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """As the reference, without eps."""
    mean: NDArray[np.float64] = x.mean(axis=-1, keepdims=True)
    variance: NDArray[np.float64] = x.var(axis=-1, keepdims=True)
    return gamma * (x - mean) / np.sqrt(variance) + beta
