"""
en: The tokens are shuffled
es: Los tokens se barajan

done: The tokens are put into a random order before they are cut.
why: Shuffling is right for pictures, which stand each for itself. A text in another order is no text any more: there
    are no words left to learn, in neither part.
try: Decode the first 50 tokens of the training part. Would you want to learn a language from that?

hecho: Los tokens se ponen en un orden al azar antes de cortar.
por_que: Barajar está bien con fotos, que van cada una por su lado. Un texto en otro orden ya no es un texto: no
    quedan palabras que aprender, en ninguna de las dos partes.
prueba: Decodifica los 50 primeros tokens de la parte de entrenamiento. ¿Querrías aprender un idioma con eso?

fails: in_order
catalogue: GP-15
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def train_val_split(data: Tokens, fraction: float = 0.9) -> tuple[Tokens, Tokens]:
    cut = int(fraction * len(data))
    mixed = data[np.random.permutation(len(data))]
    return mixed[:cut], mixed[cut:]
