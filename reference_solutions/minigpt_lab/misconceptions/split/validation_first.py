"""
en: The beginning is held back
es: Se reserva el principio

done: The first part of the text is for validation, and the rest for training.
why: It's the end that was asked. It matters where a text goes on: a model that has read the end has been told how
    the beginning turns out.
try: Which of the two parts has the first token of the data?

hecho: La primera parte del texto es para validar, y el resto para entrenar.
por_que: Se pedía el final. Importa en un texto que avanza: un modelo que ha leído el final ya sabe en qué acaba el
    principio.
prueba: ¿Cuál de las dos partes tiene el primer token de los datos?

fails: in_order
catalogue: GP-15
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def train_val_split(data: Tokens, fraction: float = 0.9) -> tuple[Tokens, Tokens]:
    cut = len(data) - int(fraction * len(data))
    return data[cut:], data[:cut]
