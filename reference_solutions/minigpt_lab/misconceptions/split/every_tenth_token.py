"""
en: Tokens from all over the text go to validation
es: A la validación van tokens de todo el texto

done: Tokens are taken out of the text here and there, every tenth or at random, and both parts are closed up.
why: Both parts are then full of holes: in the one a letter is missing in each word, and the other has nothing but
    letters out of context.
try: Decode the first 50 tokens of each part. What should they look like?

hecho: Se sacan tokens sueltos del texto, uno de cada diez o al azar, y las dos partes se vuelven a juntar.
por_que: Las dos partes están entonces llenas de huecos: en una falta una letra en cada palabra, y la otra no tiene
    más que letras sin contexto.
prueba: Decodifica los 50 primeros tokens de cada parte. ¿Qué aspecto deberían tener?

fails: in_order
catalogue: GP-15
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def train_val_split(data: Tokens, fraction: float = 0.9) -> tuple[Tokens, Tokens]:
    step = round(1 / (1 - fraction))
    held = np.arange(len(data)) % step == step - 1
    return data[~held], data[held]
