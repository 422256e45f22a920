"""
en: The two parts are exchanged
es: Las dos partes están intercambiadas

done: The small part comes first and the large one second.
why: Whoever writes train, val = ... trains on a tenth of the text, and measures on the rest.
try: Print the lengths of the two parts in the order in which they are returned.

hecho: La parte pequeña se devuelve primero y la grande después.
por_que: Quien escribe train, val = ... entrena con una décima parte del texto y mide con el resto.
prueba: Imprime las longitudes de las dos partes en el orden en que se devuelven.

fails: sizes
catalogue: GP-15
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def train_val_split(data: Tokens, fraction: float = 0.9) -> tuple[Tokens, Tokens]:
    cut = int(fraction * len(data))
    return data[cut:], data[:cut]
