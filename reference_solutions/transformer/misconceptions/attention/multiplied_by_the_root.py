"""
en: The scores are multiplied by √d_k
es: Las puntuaciones se multiplican por √d_k

done: √d_k comes in, but it enlarges the scores instead of reducing them. (Dividing by d_k to the power of -1/2 does
    just that.)
why: The scores now spread like d_k instead of 1. Almost all the weight of a query falls on a single key before
    anything has been learned, and through such a softmax hardly any gradient comes back.
try: For random Q and K with d_k = 64, print scores.std() just before the softmax. Is it about 64, about 8 or about 1,
    and which of the three did you want?

hecho: √d_k aparece, pero agranda las puntuaciones en vez de reducirlas. (Dividir por d_k elevado a -1/2 hace
    justamente eso.)
por_que: Las puntuaciones se dispersan ahora como d_k y no como 1. Casi todo el peso de una consulta cae en una sola
    clave antes de haber aprendido nada, y a través de un softmax así apenas vuelve gradiente.
prueba: Con Q y K aleatorias y d_k = 64, imprime scores.std() justo antes del softmax. ¿Sale cerca de 64, de 8 o de 1?
    ¿Y cuál de los tres querías?

fails: values, scaled
catalogue: AT-03
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference with scores larger by d_k."""
    return reference.attention(Q * Q.shape[-1], K, V, mask)
