"""
en: The frequencies grow instead of falling
es: Las frecuencias crecen en vez de bajar

done: The angle is multiplied by 10000^(2i/d_model), where the formula divides by it; a minus sign or a fraction bar
    has got lost.
why: The later the pair, the faster: the last ones race round hundreds of times from one position to the next.
    Neighbours get codes as unlike as those of strangers, so that closeness can't be read off any more.
try: Print the last two columns for the first few positions. Do they change gently? And which of the columns should be
    the slowest?

hecho: El ángulo se multiplica por 10000^(2i/d_model), donde la fórmula divide; se ha perdido un signo menos o una
    barra de fracción.
por_que: Cuanto más atrás está la pareja, más deprisa va: las últimas dan cientos de vueltas de una posición a la
    siguiente. Dos vecinos reciben códigos tan distintos como dos desconocidos, y la cercanía ya no se puede leer.
prueba: Imprime las dos últimas columnas de las primeras posiciones. ¿Cambian con suavidad? ¿Y cuál de las columnas
    debería ser la más lenta?

fails: values, far_positions
catalogue: PE-10
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The exponents 2i / d without their sign."""
    angles = np.outer(np.arange(n_positions), 10000.0 ** (np.arange(0, d_model, 2) / d_model))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
