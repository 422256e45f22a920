"""
en: Validation takes place on training data
es: La validación se hace con datos de entrenamiento

done: All of the validation part is in the training part too.
why: A model that has learned the text by heart then looks perfect. The loss on held-out text would tell: it's far
    higher.
try: Which tokens of val are not in train? What would a model that only knows train say to them?

hecho: Toda la parte de validación está también en la de entrenamiento.
por_que: Un modelo que se ha aprendido el texto de memoria parece entonces perfecto. La pérdida con texto reservado
    lo diría: es mucho mayor.
prueba: ¿Qué tokens de val no están en train? ¿Qué diría de ellos un modelo que solo conoce train?

fails: partition, in_order
catalogue: GP-15
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def train_val_split(data: Tokens, fraction: float = 0.9) -> tuple[Tokens, Tokens]:
    cut = int(fraction * len(data))
    return data[:cut], data[: len(data) - cut]
