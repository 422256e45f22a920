"""
en: The weights mix the keys, V is never used
es: Los pesos mezclan las claves; V no se usa

done: In the last product the weights meet K.
why: A key is the label by which a token is found, its value is what it has to say. With this the output is made of
    labels; whatever W_V learns makes no difference.
try: Call your function with V full of zeros. What should come out, and what does?

hecho: En el último producto, los pesos se encuentran con K.
por_que: Una clave es la etiqueta por la que se encuentra un token; su valor es lo que tiene que decir. Así la salida
    está hecha de etiquetas, y lo que aprenda W_V da igual.
prueba: Llama a tu función con V llena de ceros. ¿Qué debería salir, y qué sale?

fails: values, weights
catalogue: AT-14
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference's weights, applied to K."""
    _, weights = reference.attention(Q, K, V, mask)
    return weights @ K, weights
