"""
en: The window changes nothing
es: La ventana no cambia nada

done: Your mask is the causal one, whatever the window.
why: Every token still sees everything before it, so neither the work nor the cache gets smaller: the point of the
    window.
try: Compare your masks for windows of 1, 3 and n. Should they be the same?

hecho: Tu máscara es la causal, sea cual sea la ventana.
por_que: Cada token sigue viendo todo lo anterior, así que ni el trabajo ni la caché se reducen: para eso es la
    ventana.
prueba: Compara tus máscaras con ventanas de 1, 3 y n. ¿Deberían ser iguales?

fails: mask, no_future, width, wide_window, in_attention
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """The causal mask."""
    i, j = np.arange(n)[:, None], np.arange(n)
    mask: NDArray[np.bool_] = j <= i
    return mask
