"""
en: The window is centred on the token
es: La ventana está centrada en el token

done: Half of your window lies before the token and half after it.
why: A token that writes the next one can't see what comes after it. And half of what it is allowed to look back to is
    missing.
try: For a window of 3, which three tokens should token 5 see when token 6 isn't written yet?

hecho: La mitad de tu ventana está antes del token y la otra mitad después.
por_que: Un token que escribe el siguiente no puede ver lo que viene después. Y le falta la mitad de lo que sí puede
    mirar hacia atrás.
prueba: Con una ventana de 3, ¿qué tres tokens debería ver el token 5 cuando el 6 aún no está escrito?

fails: mask, no_future, width, wide_window, in_attention
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """Half to each side."""
    i, j = np.arange(n)[:, None], np.arange(n)
    mask: NDArray[np.bool_] = np.abs(i - j) <= window // 2
    return mask
