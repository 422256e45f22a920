"""
en: y is only the token after the window
es: y es solo el token que sigue a la ventana

done: Each row of y is one token, the one that follows the whole window.
why: A causal model makes a prediction at each position. With one target a window, all the others teach it nothing,
    and the loss doesn't fit the logits.
try: Your model gives logits (batch, context, V). How many targets does it need in each row?

hecho: Cada fila de y es un solo token, el que sigue a toda la ventana.
por_que: Un modelo causal hace una predicción en cada posición. Con un objetivo por ventana, todas las demás no le
    enseñan nada, y la pérdida no encaja con los logits.
prueba: Tu modelo da logits (lote, contexto, V). ¿Cuántos objetivos necesita en cada fila?

fails: shifted
catalogue: GP-10
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    starts = np.random.randint(0, len(data) - context, size=batch_size)
    places = starts[:, None] + np.arange(context)
    return data[places], data[starts + context]
