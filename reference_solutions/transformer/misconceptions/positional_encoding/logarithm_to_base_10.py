"""
en: exp meets a logarithm to base 10
es: exp se encuentra con un logaritmo en base 10

done: The power of 10000 is written as an exponential, but the logarithm inside is log10 and not the natural one.
why: exp undoes the natural logarithm alone. With log10(10000) = 4 the frequencies are powers of e^4, about 55: even
    the slowest pair turns nearly two hundred times too fast, and far positions can't be told apart.
try: Compute exp(log(10000)) with the logarithm that you use. Does 10000 come back?

hecho: La potencia de 10000 está escrita como una exponencial, pero el logaritmo de dentro es log10 y no el natural.
por_que: exp solo deshace el logaritmo natural. Con log10(10000) = 4 las frecuencias son potencias de e^4, unos 55:
    hasta la pareja más lenta gira casi doscientas veces más deprisa de lo debido, y las posiciones lejanas no se
    distinguen.
prueba: Calcula exp(log(10000)) con el logaritmo que usas. ¿Vuelve a salir 10000?

fails: values, far_positions
catalogue: PE-08
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The frequencies exp(-(2i / d) log10(10000))."""
    pairs = np.arange(0, d_model, 2)
    angles = np.outer(np.arange(n_positions), np.exp(-pairs / d_model * math.log10(10000)))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
