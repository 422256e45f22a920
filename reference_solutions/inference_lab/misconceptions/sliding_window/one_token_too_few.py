"""
en: The window is one token too narrow
es: A la ventana le falta un token

done: Your token i sees window - 1 tokens, itself included.
why: The window counts the token itself. With a window of 1 nothing is left to see, and the softmax of nothing is NaN.
try: Call it with a window of 1. Does every row hold a True?

hecho: Tu token i ve ventana - 1 tokens, contándose a sí mismo.
por_que: La ventana cuenta también al propio token. Con una ventana de 1 no queda nada que ver, y el softmax de nada
    es NaN.
prueba: Llámala con una ventana de 1. ¿Hay un True en cada fila?

fails: mask, width, in_attention
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """One less."""
    i, j = np.arange(n)[:, None], np.arange(n)
    mask: NDArray[np.bool_] = (j <= i) & (j > i - window + 1)
    return mask
