"""
en: A window may run past the end
es: Una ventana puede salirse por el final

done: The starts may be so near the end that a window, or its targets, have too few tokens.
why: It happens once in some thousands of windows: the training stops with an error after ten minutes, or a row is
    silently filled with something else.
try: With 7 tokens and a context of 6, which is the last start whose y still has 6 tokens? Ask your function for 100
    windows of them.

hecho: Los inicios pueden estar tan cerca del final que a una ventana, o a sus objetivos, les falten tokens.
por_que: Pasa una vez cada varios miles de ventanas: el entrenamiento se detiene con un error a los diez minutos, o
    una fila se rellena con otra cosa sin avisar.
prueba: Con 7 tokens y un contexto de 6, ¿cuál es el último inicio cuya y tiene aún 6 tokens? Pídele a tu función 100
    ventanas de ellos.

fails: whole_range
catalogue: GP-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    starts = np.random.randint(0, len(data) - context + 1, size=batch_size)
    x = np.stack([data[start : start + context] for start in starts])
    return x, np.stack([data[start + 1 : start + context + 1] for start in starts])
