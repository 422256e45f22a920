"""
en: In pre-LN the first sum takes the normalised x, not x
es: En pre-LN la primera suma toma la x normalizada, y no x

done: What the attention gives is added to norm1 of x, and not to x itself. Your second sum is right.
why: The block's input is then lost: only its normalised version goes on. In a deep model no path is left on which x,
    and the gradient on its way back, goes from one end to the other untouched.
try: Let attention and ffn give zeros. Should x come out as it went in? Hold your two halves against each other: what
    is added in each?

hecho: Lo que da la atención se suma a norm1 de x, y no a la propia x. Tu segunda suma está bien.
por_que: Así se pierde la entrada del bloque: solo sigue su versión normalizada. En un modelo profundo no queda ningún
    camino por el que x, y el gradiente a la vuelta, vaya de un extremo a otro sin que nadie la toque.
prueba: Haz que attention y ffn den ceros. ¿Debería salir x tal como entró? Compara tus dos mitades: ¿qué se suma en
    cada una?

fails: pre_values, pre_residuals
catalogue: BL-02
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ...block_orders import Sublayer


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """As the reference, with the normalised x in the first sum."""
    z = norm1(x)
    y = z + attention(z)
    return y + ffn(norm2(y))
