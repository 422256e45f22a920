"""
en: The two parts overlap
es: Las dos partes se solapan

done: The validation part begins before the training part ends.
why: The model has read some of what it's examined on. The loss on it looks better than it is, and one learns of it
    only with new text.
try: What is the last token of train, and what the first of val? Which places of the data are they?

hecho: La parte de validación empieza antes de que acabe la de entrenamiento.
por_que: El modelo ha leído parte de aquello con lo que se le examina. La pérdida parece mejor de lo que es, y eso
    solo se descubre con texto nuevo.
prueba: ¿Cuál es el último token de train y cuál el primero de val? ¿En qué lugares de los datos están?

fails: partition
catalogue: GP-15
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def train_val_split(data: Tokens, fraction: float = 0.9) -> tuple[Tokens, Tokens]:
    cut = int(fraction * len(data))
    return data[:cut], data[cut - len(data) // 20 :]
