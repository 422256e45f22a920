"""
en: The window reaches to both sides
es: La ventana se extiende a ambos lados

done: Your token sees its neighbours before it and after it, at a distance below the window.
why: Encoders such as Longformer do so. A model that generates text has no tokens ahead; if it was allowed to see them
    in training, it learned to copy the answer.
try: Look at row 0 of your mask. Which tokens exist when the first one is processed?

hecho: Tu token ve a sus vecinos de antes y de después, a una distancia menor que la ventana.
por_que: Así lo hacen codificadores como Longformer. Un modelo que genera texto no tiene tokens por delante; si pudo
    verlos al entrenar, aprendió a copiar la respuesta.
prueba: Mira la fila 0 de tu máscara. ¿Qué tokens existen cuando se procesa el primero?

fails: mask, no_future, wide_window, in_attention
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """Neighbours on both sides."""
    i, j = np.arange(n)[:, None], np.arange(n)
    mask: NDArray[np.bool_] = np.abs(i - j) < window
    return mask
