"""
en: No seed reaches the generator
es: Ninguna semilla llega al generador

done: The starts are drawn from a generator that is made without a seed, or that takes its seed from the clock.
why: Nobody can repeat your training then, not even you: after the same seed, other batches come up each time.
try: Set Python's, NumPy's and torch's seed and call your function, twice. Are the two x equal?

hecho: Los inicios se sortean con un generador que se crea sin semilla, o que toma la semilla del reloj.
por_que: Nadie puede repetir entonces tu entrenamiento, ni siquiera tú: tras la misma semilla salen otros lotes cada
    vez.
prueba: Fija las semillas de Python, de NumPy y de torch y llama a tu función, dos veces. ¿Son iguales las dos x?

fails: random_starts
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    starts = np.random.default_rng().integers(0, len(data) - context, size=batch_size)
    places = starts[:, None] + np.arange(context)
    return data[places], data[places + 1]
