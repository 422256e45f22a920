"""
en: x and y are exchanged
es: x e y están intercambiados

done: y holds the tokens before those of x, and not the ones after.
why: The model learns to tell what came before, which it has already seen: the loss falls, and the text that it
    writes makes no sense.
try: Take the data 0, 1, 2, ..., 99. In which of the two should the larger numbers stand?

hecho: y tiene los tokens anteriores a los de x, y no los posteriores.
por_que: El modelo aprende a adivinar lo que venía antes, que ya ha visto: la pérdida baja y el texto que escribe no
    tiene sentido.
prueba: Toma los datos 0, 1, 2, ..., 99. ¿En cuál de los dos deberían estar los números mayores?

fails: shifted
catalogue: GP-05
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    starts = np.random.randint(0, len(data) - context, size=batch_size)
    places = starts[:, None] + np.arange(context)
    return data[places + 1], data[places]
