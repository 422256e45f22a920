"""
en: A slice begins at a negative place
es: Un corte empieza en una posición negativa

done: In the first rows the window would begin before token 0, and the negative start counts from the end of the row.
why: row[-2:1] doesn't mean "from 0 on": -2 is the last place but one, which lies after 1, so the slice is empty and the
    token sees nothing, not even itself.
try: Print list(range(6))[-2:1]. What should stand there, and what is the smallest start that a window can have?

hecho: En las primeras filas la ventana empezaría antes del token 0, y el inicio negativo se cuenta desde el final de
    la fila.
por_que: fila[-2:1] no significa "desde el 0": -2 es la penúltima posición, que va después de la 1, así que el corte
    queda vacío y el token no ve nada, ni a sí mismo.
prueba: Imprime list(range(6))[-2:1]. ¿Qué debería salir, y cuál es el menor inicio que puede tener una ventana?

fails: mask, width, wide_window, in_attention
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """Row by row, with whatever the slice gives."""
    mask = np.zeros((n, n), dtype=np.bool_)
    for i in range(n):
        mask[i, i - window + 1 : i + 1] = True
    return mask
