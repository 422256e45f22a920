"""
en: The window ends before the token itself
es: La ventana acaba antes del propio token

done: Your token i sees the `window` tokens before it, and not itself.
why: The window counts the token itself: of the tokens before it, one fewer is left. As it is, token 0 sees nothing, and
    the softmax of nothing is NaN.
try: Print your mask for n = 4 and a window of 1. Which token should each one see?

hecho: Tu token i ve tantos tokens anteriores como pide la ventana, pero no se ve a sí mismo.
por_que: La ventana cuenta también al propio token: de los anteriores queda uno menos. Tal como está, el token 0 no ve
    nada, y el softmax de nada es NaN.
prueba: Imprime tu máscara para n = 4 y una ventana de 1. ¿Qué token debería ver cada uno?

fails: mask, no_future, width, in_attention
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """The right one moved by one."""
    i, j = np.arange(n)[:, None], np.arange(n)
    mask: NDArray[np.bool_] = (j < i) & (j >= i - window)
    return mask
