"""
en: The fraction has no effect
es: La fracción no tiene efecto

done: It's 90 % whatever is asked.
why: A parameter that changes nothing deceives whoever sets it: with little text one may well want to hold back a
    quarter.
try: Call your function with 0.5 and look at the lengths.

hecho: Siempre es el 90 %, se pida lo que se pida.
por_que: Un parámetro que no cambia nada engaña a quien lo usa: con poco texto puede interesar reservar una cuarta
    parte.
prueba: Llama a tu función con 0.5 y mira las longitudes.

fails: sizes
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def train_val_split(data: Tokens, fraction: float = 0.9) -> tuple[Tokens, Tokens]:
    cut = int(0.9 * len(data))
    return data[:cut], data[cut:]
