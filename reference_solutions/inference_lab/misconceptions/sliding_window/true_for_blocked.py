"""
en: True means blocked
es: True significa bloqueado

done: Your mask holds True where a token may not look.
why: Some libraries do so. In this course True (or 1) means may attend; used as it is, yours makes each token look at
    everything but its window.
try: Print your mask for n = 4 and a window of 2. Is the diagonal True?

hecho: Tu máscara tiene True donde un token no puede mirar.
por_que: Algunas bibliotecas lo hacen así. En este curso True (o 1) significa que puede mirar; usada tal cual, la tuya
    hace que cada token mire todo menos su ventana.
prueba: Imprime tu máscara para n = 4 y una ventana de 2. ¿Hay True en la diagonal?

fails: mask
catalogue: MK-06
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """The complement."""
    i, j = np.arange(n)[:, None], np.arange(n)
    mask: NDArray[np.bool_] = (j > i) | (j <= i - window)
    return mask
