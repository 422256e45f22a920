"""
en: The base is e, not 10000
es: La base es e, no 10000

done: The frequencies are computed by an exponential, and its exponent is -2i/d_model alone.
why: e^x is a power of 10000 only with the right factor beside the x. Without it, the slowest pair turns at more than
    a third of the speed of the fastest: no pair is slow enough to tell the beginning of a text from its end.
try: Print the quotient of your largest and your smallest frequency for d_model = 64. How large should it be, about?
    And how does one write 10000^x as a power of e?

hecho: Las frecuencias se calculan con una exponencial, y su exponente es -2i/d_model, nada más.
por_que: e^x solo es una potencia de 10000 con el factor adecuado junto a la x. Sin él, la pareja más lenta gira a más
    de un tercio de la velocidad de la más rápida: ninguna es lo bastante lenta para distinguir el principio de un
    texto del final.
prueba: Imprime el cociente entre tu mayor y tu menor frecuencia con d_model = 64. ¿Cuánto debería valer, más o menos?
    ¿Y cómo se escribe 10000^x como potencia de e?

fails: values, far_positions
catalogue: PE-08
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """e in the place of 10000."""
    angles = np.outer(np.arange(n_positions), np.exp(-np.arange(0, d_model, 2) / d_model))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
