"""
en: The mask is upside down
es: La máscara está al revés

done: Rows and columns are exchanged: token i sees what comes after it.
why: A row belongs to the token that looks, a column to the one that is looked at. Transposed, every token sees itself
    and the next ones instead of the ones before.
try: Which tokens does row 0 of your mask see? What comes before the first token?

hecho: Las filas y las columnas están cambiadas: el token i ve lo que viene después.
por_que: La fila es del token que mira, y la columna del token mirado. Traspuesta, cada token se ve a sí mismo y a los
    siguientes, en lugar de a los anteriores.
prueba: ¿Qué tokens ve la fila 0 de tu máscara? ¿Qué hay antes del primer token?

fails: mask, no_future, width, wide_window, in_attention
catalogue: MK-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """Transposed."""
    i, j = np.arange(n)[:, None], np.arange(n)
    mask: NDArray[np.bool_] = (j >= i) & (j < i + window)
    return mask
