"""
en: The exponent is rounded down to 0
es: El exponente se redondea a 0

done: The exponent is computed with whole numbers, as `//` does, and everything below 1 becomes 0.
why: All pairs of columns then turn at the same speed, and the encoding says the same thing d_model/2 times. After six
    positions it has come nearly full circle, and position 6 looks much like position 0.
try: Print columns 0 and 2 of your table side by side. Then print 2 // 8 and 2 / 8.

hecho: El exponente se calcula con números enteros, como hace `//`, y todo lo que es menor que 1 se queda en 0.
por_que: Todas las parejas de columnas giran entonces a la misma velocidad, y la codificación dice d_model/2 veces lo
    mismo. A las seis posiciones casi ha dado la vuelta, y la posición 6 se parece mucho a la 0.
prueba: Imprime las columnas 0 y 2 de tu tabla una al lado de la otra. Después imprime 2 // 8 y 2 / 8.

fails: values, far_positions
catalogue: PE-04
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The exponents 2i // d."""
    angles = np.outer(np.arange(n_positions), 10000.0 ** (-(np.arange(0, d_model, 2) // d_model)))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
