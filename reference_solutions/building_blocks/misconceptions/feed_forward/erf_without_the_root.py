"""
en: In GELU, erf is taken of z and not of z / √2
es: En GELU, erf se toma de z y no de z / √2

done: Your GELU is z (1 + erf(z)) / 2: the √2 under the z is missing.
why: GELU multiplies z by the probability that a normal variable is below z. erf belongs to a normal variable of
    another width, and the √2 turns one into the other; without it the curve is too steep, and up to 0.08 off.
try: Print your activation of 1: GELU gives 0.8413, since 84 percent of a normal variable lie below 1. What do you
    get?

hecho: Tu GELU es z (1 + erf(z)) / 2: falta el √2 que divide a z.
por_que: GELU multiplica z por la probabilidad de que una variable normal quede por debajo de z. erf corresponde a una
    normal de otra anchura, y el √2 convierte la una en la otra; sin él la curva es demasiado empinada y se aparta
    hasta 0.08.
prueba: Imprime tu activación de 1: GELU da 0.8413, porque el 84 por ciento de una normal queda por debajo de 1.
    ¿Qué te sale?

fails: values
catalogue: BL-08
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


def feed_forward(
    x: NDArray[np.float64],
    W1: NDArray[np.float64],
    b1: NDArray[np.float64],
    W2: NDArray[np.float64],
    b2: NDArray[np.float64],
) -> NDArray[np.float64]:
    """As the reference, with erf of z, not of z / √2."""
    hidden = x @ W1 + b1
    return np.asarray(hidden * (1.0 + np.vectorize(math.erf)(hidden)) / 2.0 @ W2 + b2)
