"""
en: The scores are divided by the fourth root of d_k only
es: Las puntuaciones solo se dividen por la raíz cuarta de d_k

done: Your divisor is d_k to the power of 1/4: a root of a root, or a factor meant for both Q and K that reaches one
    of them.
why: At d_k = 16 that is 2 where 4 is needed. The scores still grow with the width of the head, only more slowly, and
    a saturated softmax just comes a little later.
try: Measure scores.std() at d_k = 16 and at d_k = 256 for random Q and K. If the scaling were right, what would the
    quotient of the two be? What is yours?

hecho: Tu divisor es d_k elevado a 1/4: la raíz de una raíz, o un factor pensado para Q y K que solo llega a una de
    las dos.
por_que: Con d_k = 16 eso es 2 donde hace falta 4. Las puntuaciones siguen creciendo con el ancho de la cabeza, solo
    que más despacio, y el softmax saturado llega un poco más tarde.
prueba: Mide scores.std() con d_k = 16 y con d_k = 256 para Q y K aleatorias. Si la escala fuera correcta, ¿cuál sería
    el cociente entre los dos? ¿Y el tuyo?

fails: values, scaled
catalogue: AT-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference with scores larger by the fourth root of d_k."""
    return reference.attention(Q * Q.shape[-1] ** 0.25, K, V, mask)
