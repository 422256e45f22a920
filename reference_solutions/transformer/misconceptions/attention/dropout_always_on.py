"""
en: Dropout is on in every call
es: El dropout está activo en cada llamada

done: Some of the weights are dropped at random each time the function is called, nobody having asked for it.
why: Dropout belongs to training. Left on, the same text gives another answer each time, the model is worse than it
    could be, and no result can be repeated.
try: Call the function twice with the same Q, K and V and subtract the outputs. How does your function learn whether
    it is being trained or used?

hecho: Cada vez que se llama a la función se anulan al azar algunos pesos, sin que nadie lo haya pedido.
por_que: El dropout pertenece al entrenamiento. Si se queda activo, el mismo texto da cada vez otra respuesta, el
    modelo rinde menos de lo que podría y ningún resultado se puede repetir.
prueba: Llama a la función dos veces con las mismas Q, K y V y resta las salidas. ¿Cómo se entera tu función de si la
    están entrenando o usando?

fails: values, weights
catalogue: AT-16
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ... import attention as reference

Numbers = NDArray[np.float64]


def attention(Q: Numbers, K: Numbers, V: Numbers, mask: NDArray[np.bool_] | None = None) -> tuple[Numbers, Numbers]:
    """The reference, a tenth of the weights dropped and the others larger by as much."""
    _, weights = reference.attention(Q, K, V, mask)
    kept = np.random.random(weights.shape) < 0.9
    return (kept * weights / 0.9) @ V, weights
