"""
en: The base is always 10000
es: La base es siempre 10000

done: There is a parameter for the base, but the formula has the number 10000 in it.
why: Models for long texts use larger bases (500 000 in Llama 3). Whoever passes one gets the frequencies of another
    model, without any error.
try: Call the function twice, with the base 100 and with 10000. Do the answers differ?

hecho: Hay un parámetro para la base, pero en la fórmula está escrito el número 10000.
por_que: Los modelos para textos largos usan bases mayores (500 000 en Llama 3). Quien pasa una recibe las frecuencias
    de otro modelo, sin ningún error.
prueba: Llama a la función dos veces, con base 100 y con 10000. ¿Cambian los resultados?

fails: base
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Places = NDArray[np.integer]


def rope(x: Numbers, positions: Places | None = None, base: float = 10000.0) -> Numbers:
    """The base is a number in the formula."""
    n, d = x.shape[-2:]
    positions = np.arange(n) if positions is None else positions
    angles = np.outer(positions, 10000.0 ** (-np.arange(0, d, 2) / d))
    cos, sin = np.cos(angles), np.sin(angles)
    first, second = x[..., 0::2], x[..., 1::2]
    return np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1).reshape(x.shape)
