"""
en: A token doesn't see itself
es: Un token no se ve a sí mismo

done: Your token i sees tokens before it, and not token i.
why: The diagonal is False then. Token 0 has nothing before it, so its row is empty, and the softmax of nothing is NaN.
    The window counts the token itself.
try: Print your mask for n = 4 and a window of 2. How many True are there in row 0?

hecho: Tu token i ve tokens anteriores a él, pero no el token i.
por_que: La diagonal queda entonces en False. El token 0 no tiene nada antes, así que su fila está vacía, y el softmax
    de nada es NaN. La ventana cuenta también al propio token.
prueba: Imprime tu máscara para n = 4 y una ventana de 2. ¿Cuántos True hay en la fila 0?

fails: mask, no_future, in_attention
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """The right one without its diagonal."""
    i, j = np.arange(n)[:, None], np.arange(n)
    mask: NDArray[np.bool_] = (j < i) & (j > i - window)
    return mask
