"""
en: The activation comes after both layers
es: La activación va después de las dos capas

done: GELU is applied between the two layers, where it belongs, and once more to what the second one gives.
why: What the network adds to the residual stream is then hardly ever negative: it can raise the features of a token,
    but not lower them.
try: Look at the smallest number of your output for many random tokens. Count the activations in the formula: how many
    are there, and how many in your code?

hecho: GELU se aplica entre las dos capas, donde corresponde, y otra vez a lo que da la segunda.
por_que: Así lo que la red suma al flujo residual casi nunca es negativo: puede subir las características de un token,
    pero no bajarlas.
prueba: Mira el número más pequeño de tu salida con muchos tokens al azar. Cuenta las activaciones de la fórmula:
    ¿cuántas hay, y cuántas en tu código?

fails: values, biases
catalogue: BL-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ....transformer.block import gelu


def feed_forward(
    x: NDArray[np.float64],
    W1: NDArray[np.float64],
    b1: NDArray[np.float64],
    W2: NDArray[np.float64],
    b2: NDArray[np.float64],
) -> NDArray[np.float64]:
    """As the reference, with a second GELU at the end."""
    return gelu(gelu(x @ W1 + b1) @ W2 + b2)
