"""
en: The future is left open
es: El futuro queda abierto

done: You cut off what is too far back, and nothing else: every token sees all tokens ahead.
why: The window is a second condition on top of the causal one, not in its place. In training the model then reads the
    very token that it is to predict.
try: Print your mask for n = 6 and a window of 6. Which well-known mask should that be?

hecho: Cortas lo que queda demasiado atrás y nada más: cada token ve todos los que tiene por delante.
por_que: La ventana es una segunda condición además de la causal, no en su lugar. Al entrenar, el modelo lee entonces
    justo el token que tiene que predecir.
prueba: Imprime tu máscara para n = 6 y una ventana de 6. ¿Qué máscara conocida debería ser esa?

fails: mask, no_future, wide_window, in_attention
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """Only the far past is cut off."""
    i, j = np.arange(n)[:, None], np.arange(n)
    mask: NDArray[np.bool_] = np.broadcast_to(j > i - window, (n, n))
    return mask
