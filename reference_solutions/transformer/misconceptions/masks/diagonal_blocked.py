"""
en: The causal mask forbids a token to see itself
es: La máscara causal no deja que un token se vea a sí mismo

done: Your triangle stops before the diagonal.
why: A token may know itself: what it must predict is the one after it. And the first token, with nobody before it, is
    left with nothing at all: its softmax is 0/0 and the NaN runs through the whole model.
try: Look at row 0 of causal_mask(3) and imagine the softmax of such a row. How many True must every row have at
    least?

hecho: Tu triángulo se detiene antes de la diagonal.
por_que: Un token puede conocerse a sí mismo: lo que debe predecir es el que viene detrás. Y el primero, que no tiene
    a nadie delante, se queda sin nada: su softmax es 0/0 y el NaN recorre el modelo entero.
prueba: Mira la fila 0 de causal_mask(3) e imagina el softmax de una fila así. ¿Cuántos True tiene que tener cada fila
    como mínimo?

fails: causal, in_attention, combined
catalogue: MK-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def causal_mask(n: int) -> NDArray[np.bool_]:
    """The reference without its diagonal."""
    return np.tril(np.ones((n, n), dtype=np.bool_), k=-1)
