"""
en: Multiplied by 1 + gain
es: Se multiplica por 1 + ganancia

done: The normalised token is multiplied by 1 plus the gain.
why: Some models (Gemma) store their gains so, as what is beyond 1. Here the gain itself was asked; weights from one
    of the two don't work in the other.
try: Call it with a gain of 1 for all features. How large should the root mean square of a token be?

hecho: El token normalizado se multiplica por 1 más la ganancia.
por_que: Algunos modelos (Gemma) guardan así sus ganancias, como lo que excede de 1. Aquí se pedía la ganancia misma;
    los pesos de uno de los dos no sirven en el otro.
prueba: Llámala con una ganancia de 1 para todas las características. ¿Cuánto debería valer la raíz de la media de los
    cuadrados de un token?

fails: values, unit_rms, gain
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import rms_norm as reference


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """The reference with another gain."""
    return reference.rms_norm(x, 1.0 + gain, eps)
