"""
en: In GELU the factor 1/2 is missing
es: En GELU falta el factor 1/2

done: Your activation is z (1 + erf(...)), or z (1 + tanh(...)), and so twice as large as GELU.
why: 1 + erf runs from 0 to 2 and half of it is a probability. Without the half, each block adds twice as much as it
    should, and weights that were trained with GELU don't fit.
try: Print your activation of 10. GELU leaves a number so large practically as it is. What do you get?

hecho: Tu activación es z (1 + erf(...)) o z (1 + tanh(...)), el doble de GELU.
por_que: 1 + erf va de 0 a 2, y su mitad es una probabilidad. Sin esa mitad, cada bloque suma el doble de lo que
    debería, y los pesos entrenados con GELU no sirven.
prueba: Imprime tu activación de 10. GELU deja un número tan grande prácticamente como está. ¿Qué te sale?

fails: values
catalogue: BL-08
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
    """As the reference, with twice the GELU."""
    return np.asarray(2.0 * gelu(x @ W1 + b1) @ W2 + b2)
