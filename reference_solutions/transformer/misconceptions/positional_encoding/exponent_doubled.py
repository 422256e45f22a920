"""
en: The exponent is doubled: the 2 of 2i counts twice
es: El exponente sale doble: el 2 de 2i cuenta dos veces

done: Your i already walks in steps of two (0, 2, 4 ...) and is then multiplied by 2 once more.
why: The frequencies fall twice as fast as they should. The slow half of the columns hardly moves within any text, so
    half of the encoding says nothing about where a token stands.
try: For d_model = 8 write down the exponents that you really use, one for each pair. The last should be 6/8. And what
    does i count in the formula, pairs or columns?

hecho: Tu i ya avanza de dos en dos (0, 2, 4 ...) y luego se multiplica otra vez por 2.
por_que: Las frecuencias caen el doble de rápido de lo debido. La mitad lenta de las columnas casi no se mueve a lo
    largo de un texto, así que media codificación no dice nada de dónde está un token.
prueba: Con d_model = 8, anota los exponentes que usas de verdad, uno por cada pareja de columnas. El último debería
    ser 6/8. ¿Y qué cuenta la i en la fórmula, parejas o columnas?

fails: values, far_positions
catalogue: PE-01
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """The exponents 2 · 2i / d."""
    angles = np.outer(np.arange(n_positions), 10000.0 ** (-2 * np.arange(0, d_model, 2) / d_model))
    return np.stack([np.sin(angles), np.cos(angles)], axis=-1).reshape(n_positions, -1)[:, :d_model]
