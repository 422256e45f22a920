"""
en: The root is taken of the values' width
es: La raíz se toma del ancho de los valores

done: You divide by √d_v, the root of the number of columns of V.
why: The values play no part in the scores, only in what is brought home. In many models d_v equals d_k, and the
    mistake stays unseen until somebody makes the values wider or narrower.
try: Put a column of zeros at the end of V. Which parts of the result may change by that, and which do?

hecho: Divides por √d_v, la raíz del número de columnas de V.
por_que: Los valores no intervienen en las puntuaciones, solo en lo que se recoge al final. En muchos modelos d_v es
    igual a d_k, y el fallo no se ve hasta que alguien ensancha o estrecha los valores.
prueba: Añade una columna de ceros al final de V. ¿Qué partes del resultado pueden cambiar con eso, y cuáles cambian?

fails: values, scaled
catalogue: AT-05
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference with √d_v in √d_k's place."""
    return reference.attention(Q * math.sqrt(Q.shape[-1] / V.shape[-1]), K, V, mask)
