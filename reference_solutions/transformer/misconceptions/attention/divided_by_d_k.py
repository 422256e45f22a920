"""
en: The scores are divided by d_k, not by its square root
es: Las puntuaciones se dividen por d_k, no por su raíz cuadrada

done: You divide by the width of a query itself.
why: A dot product of d_k random terms is about √d_k in size, so this makes it far too small: the wider the head, the
    more every query looks at all keys alike and brings home little more than the mean of the values.
try: With random Q and K, print scores.std() before and after your division for d_k = 4, 64 and 1024. Which of the two
    should stay near 1, and does it?

hecho: Divides por el propio ancho de una consulta.
por_que: Un producto escalar de d_k términos aleatorios es del orden de √d_k, así que esto lo deja demasiado pequeño:
    cuanto más ancha es la cabeza, más por igual mira cada consulta a todas las claves, y lo que se lleva es poco más
    que la media de los valores.
prueba: Con Q y K aleatorias, imprime scores.std() antes y después de dividir para d_k = 4, 64 y 1024. ¿Cuál de las
    dos columnas debería quedarse cerca de 1? ¿Lo hace?

fails: values, scaled
catalogue: AT-02
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference with scores smaller by √d_k."""
    return reference.attention(Q / math.sqrt(Q.shape[-1]), K, V, mask)
