"""
en: The window stays at the start of the text
es: La ventana se queda al principio del texto

done: Every token sees the first `window` tokens, as far as they are behind it.
why: The window is to slide along: what a token sees are the newest tokens, those just before it. Yours sees ever
    older ones, and late tokens don't even see themselves.
try: Print your mask for n = 8 and a window of 3. Which tokens does the last row see?

hecho: Cada token ve los primeros `ventana` tokens, en la medida en que están detrás de él.
por_que: La ventana tiene que deslizarse: lo que ve un token son los más nuevos, los que van justo antes. Los tuyos
    ven tokens cada vez más viejos, y los últimos ni siquiera se ven a sí mismos.
prueba: Imprime tu máscara para n = 8 y una ventana de 3. ¿Qué tokens ve la última fila?

fails: mask, no_future, width, in_attention
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """The first tokens for all."""
    i, j = np.arange(n)[:, None], np.arange(n)
    mask: NDArray[np.bool_] = (j <= i) & (j < window)
    return mask
