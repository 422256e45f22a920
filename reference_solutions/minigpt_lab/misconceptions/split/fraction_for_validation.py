"""
en: The fraction goes to validation
es: La fracción va a la validación

done: The fraction is taken for validation, where it is the training part that was asked.
why: With 0.75 the model would learn from a quarter of the text. What a fraction is a fraction of has to be the same
    for all who call the function.
try: Call your function with 0.75 on 40 tokens. How many should train have?

hecho: La fracción se toma para validar, cuando se pedía la parte de entrenamiento.
por_que: Con 0.75 el modelo aprendería de una cuarta parte del texto. De qué es fracción una fracción tiene que ser
    lo mismo para todo el que llame a la función.
prueba: Llama a tu función con 0.75 y 40 tokens. ¿Cuántos debería tener train?

fails: sizes
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def train_val_split(data: Tokens, fraction: float = 0.9) -> tuple[Tokens, Tokens]:
    share = fraction if fraction == 0.9 else 1 - fraction
    cut = int(share * len(data))
    return data[:cut], data[cut:]
