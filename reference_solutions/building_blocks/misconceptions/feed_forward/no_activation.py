"""
en: Nothing between the two layers
es: No hay nada entre las dos capas

done: The second layer is applied to the first one's output as it is.
why: Two linear layers in a row are one linear layer with the matrix W1 W2: however wide the middle is, the network
    can't bend. Nearly two thirds of a block's parameters would then be wasted.
try: Compute f(x + y) - f(x) - f(y) + f(0) for two random x and y. For what kind of function is that always 0? What did
    the formula have around x W1 + b1?

hecho: La segunda capa se aplica a la salida de la primera tal como está.
por_que: Dos capas lineales seguidas son una sola capa lineal, con la matriz W1 W2: por ancha que sea la capa de en
    medio, la red no puede curvarse. Se desperdiciarían casi dos tercios de los parámetros de un bloque.
prueba: Calcula f(x + y) - f(x) - f(y) + f(0) con dos x e y al azar. ¿Para qué clase de función eso es siempre 0? ¿Qué
    tenía la fórmula alrededor de x W1 + b1?

fails: values, nonlinear
catalogue: BL-07
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def feed_forward(
    x: NDArray[np.float64],
    W1: NDArray[np.float64],
    b1: NDArray[np.float64],
    W2: NDArray[np.float64],
    b2: NDArray[np.float64],
) -> NDArray[np.float64]:
    """As the reference, without the activation."""
    return np.asarray((x @ W1 + b1) @ W2 + b2)
