"""
en: The targets are two tokens ahead
es: Los objetivos van dos tokens por delante

done: y is x moved by two: often once here and once more in the loss.
why: The model learns to tell the token after the next. When it writes, each token is put where its predecessor
    should stand.
try: Take the data 0, 1, 2, ..., 99 and print the first row of x and of y. By how much does each number grow?

hecho: y es x desplazado dos lugares: a menudo, una vez aquí y otra en la pérdida.
por_que: El modelo aprende a adivinar el token que viene después del siguiente. Al escribir, cada token cae donde
    debería ir el anterior.
prueba: Toma los datos 0, 1, 2, ..., 99 e imprime la primera fila de x y la de y. ¿Cuánto crece cada número?

fails: shifted
catalogue: GP-06
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    starts = np.random.randint(0, len(data) - context, size=batch_size)
    places = starts[:, None] + np.arange(context)
    return data[places], data[np.minimum(places + 2, len(data) - 1)]
