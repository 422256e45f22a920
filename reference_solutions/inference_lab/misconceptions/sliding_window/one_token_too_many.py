"""
en: The window is one token too wide
es: A la ventana le sobra un token

done: You let token i look back to i - window: with itself these are window + 1 tokens.
why: The window counts the token itself. A cache that is built for `window` keys has no place for one more, and the
    model would be run with another mask than it was trained with.
try: For a window of 1, which tokens may token 5 see? Count the True in a row from the middle.

hecho: Dejas que el token i mire hasta i - ventana: con él mismo son ventana + 1 tokens.
por_que: La ventana cuenta también al propio token. Una caché hecha para `ventana` claves no tiene sitio para otra
    más, y el modelo se usaría con una máscara distinta de aquella con la que se entrenó.
prueba: Con una ventana de 1, ¿qué tokens puede ver el token 5? Cuenta los True de una fila del medio.

fails: mask, width, in_attention
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """One more."""
    i, j = np.arange(n)[:, None], np.arange(n)
    mask: NDArray[np.bool_] = (j <= i) & (j >= i - window)
    return mask
