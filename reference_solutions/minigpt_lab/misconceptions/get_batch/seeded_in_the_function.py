"""
en: Each call gives the same windows
es: Cada llamada da las mismas ventanas

done: Each call sets the same seed, or nothing is drawn at all.
why: Then each batch is the same batch, and the model is trained on a handful of windows. A seed belongs to the top
    of the notebook, once.
try: Call your function twice and compare the two x. Should they be equal?

hecho: Cada llamada fija la misma semilla, o no se sortea nada.
por_que: Así todos los lotes son el mismo lote, y el modelo se entrena con un puñado de ventanas. La semilla va al
    principio del notebook, una vez.
prueba: Llama dos veces a tu función y compara las dos x. ¿Deberían ser iguales?

fails: whole_range, random_starts
catalogue: GP-16
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    dice = np.random.default_rng(0)
    places = dice.integers(0, len(data) - context, size=batch_size)[:, None] + np.arange(context)
    return data[places], data[places + 1]
