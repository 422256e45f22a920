"""
en: The activation comes after the second layer
es: La activación va después de la segunda capa

done: Both layers are applied first, and the activation to what comes out.
why: The two layers then melt into one, and what the network adds to the residual stream is hardly ever negative: it
    can raise the features of a token but not lower them.
try: Look at the smallest number of your output for many random tokens. Then write down, from the inside out, what
    happens to x in the formula. What is the last step?

hecho: Primero se aplican las dos capas, y la activación se aplica a lo que sale.
por_que: Así las dos capas se funden en una, y lo que la red suma al flujo residual casi nunca es negativo: puede subir
    las características de un token, pero no bajarlas.
prueba: Mira el número más pequeño de tu salida con muchos tokens al azar. Después escribe, de dentro hacia fuera, qué
    le ocurre a x en la fórmula. ¿Cuál es el último paso?

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
    """As the reference, with the activation last."""
    return gelu((x @ W1 + b1) @ W2 + b2)
