"""
en: A small number is added to every exponential
es: Se suma un número pequeño a cada exponencial

done: Each exponential gets a little ε on top, so that nothing is ever exactly 0.
why: Sometimes 0 is just what is wanted. A key blocked by a mask comes in as -inf and must get nothing; with the ε it
    always gets a crumb, and a causal model sees a crumb of the future.
try: Look at the second number of your softmax of [0, -inf]. Which division were you afraid of, and how large is the
    sum of a row at least, once the largest score has become 0?

hecho: A cada exponencial se le suma un pequeño ε, para que nada sea exactamente 0.
por_que: A veces se quiere justamente 0. Una clave bloqueada por una máscara llega como -inf y no debe recibir nada;
    con el ε siempre recibe una migaja, y un modelo causal ve una migaja del futuro.
prueba: Mira el segundo número de tu softmax de [0, -inf]. ¿Qué división te daba miedo, y cuánto vale como mínimo la
    suma de una fila una vez que la puntuación más grande ha pasado a ser 0?

fails: minus_infinity
catalogue: SM-09
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """As the reference, with 1e-8 more in each exponential."""
    exponentials = np.exp(z - z.max(axis=axis, keepdims=True)) + 1e-8
    return np.asarray(exponentials / exponentials.sum(axis=axis, keepdims=True))
