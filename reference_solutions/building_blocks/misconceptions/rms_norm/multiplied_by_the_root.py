"""
en: Multiplied by the root mean square, not divided
es: Se multiplica por la raíz de la media de los cuadrados, en vez de dividir

done: The token is multiplied by the root of its mean square.
why: A token that is 10 times as large then comes out 100 times as large: differences in size grow with every norm
    where they should vanish.
try: Normalise x and 10 x. Should the results differ? Note that torch.rsqrt is 1/√ already: what must be done with
    that?

hecho: El token se multiplica por la raíz de la media de sus cuadrados.
por_que: Un token 10 veces más grande sale entonces 100 veces más grande: las diferencias de tamaño crecen con cada
    norma, cuando deberían desaparecer.
prueba: Normaliza x y 10 x. ¿Deberían ser distintos los resultados? Ten en cuenta que torch.rsqrt ya es 1/√: ¿qué hay
    que hacer con ella?

fails: values, unit_rms
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """As the reference, multiplied."""
    mean_square: NDArray[np.float64] = (x * x).mean(axis=-1, keepdims=True)
    return gain * x * np.sqrt(mean_square + eps)
