"""
en: Blocks that don't slide
es: Bloques que no se deslizan

done: You cut the text into blocks of `window` tokens, and each token sees the earlier ones of its own block.
why: The first token of a block then sees nothing but itself, although the one before it is right beside. A sliding
    window belongs to each token: it moves one place with each.
try: For a window of 3, which tokens should token 3 see, and which does yours?

hecho: Cortas el texto en bloques de `ventana` tokens, y cada token ve los anteriores de su propio bloque.
por_que: El primer token de un bloque se ve entonces solo a sí mismo, aunque el anterior esté justo al lado. Una
    ventana deslizante es de cada token: avanza un lugar con cada uno.
prueba: Con una ventana de 3, ¿qué tokens debería ver el token 3, y cuáles ve el tuyo?

fails: mask, width, in_attention
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """Blocks on the diagonal."""
    i, j = np.arange(n)[:, None], np.arange(n)
    mask: NDArray[np.bool_] = (j <= i) & (i // window == j // window)
    return mask
