"""
en: The weights themselves are set to -inf
es: Se ponen a -inf los propios pesos

done: -inf goes where the mask blocks, but into the weights: the softmax has been taken already.
why: As a score, -inf becomes a weight of 0. As a weight it is an infinite share with a minus sign, and after the
    product with V the whole row is infinite or NaN.
try: Print the largest and the smallest weight. Which function was to turn -inf into 0, and when does it run?

hecho: El -inf va donde la máscara bloquea, pero dentro de los pesos: el softmax ya se ha calculado.
por_que: Como puntuación, -inf se convierte en un peso de 0. Como peso es una parte infinita con signo menos, y tras
    el producto con V la fila entera es infinita o NaN.
prueba: Imprime el peso más grande y el más pequeño. ¿Qué función tenía que convertir -inf en 0, y cuándo se ejecuta?

fails: mask_convention, mask_before_softmax, blocked_is_invisible
catalogue: MK-01
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference without the mask, and then -inf in the blocked weights."""
    output, weights = reference.attention(Q, K, V)
    if mask is not None:
        weights = np.where(mask, weights, -np.inf)
        output = weights @ V
    return output, weights
