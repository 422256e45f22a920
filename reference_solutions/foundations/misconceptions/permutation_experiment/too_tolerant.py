"""
en: The comparison allows too much
es: La comparación tolera demasiado

done: Outputs count as equal though they differ by tenths.
why: The tolerance is there for rounding, near 1e-16 of a number in float64 and 1e-7 in float32. What positions or a
    mask do to an output may be a few hundredths only, and is no rounding.
try: Print the largest difference of the two sides for attention without positions, and with positions that are a
    hundredth of the tokens. Between which two numbers does a good tolerance lie?

hecho: Las salidas cuentan como iguales aunque se diferencien en décimas.
por_que: La tolerancia está para el redondeo, que ronda 1e-16 de un número en float64 y 1e-7 en float32. Las posiciones,
    o una máscara, pueden mover una salida solo unas centésimas, y eso no es redondeo.
prueba: Imprime la mayor diferencia entre los dos lados para la atención sin posiciones, y con posiciones que sean una
    centésima de los tokens. ¿Entre qué dos números está una buena tolerancia?

fails: order_of_the_outputs
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def permutation_experiment(f: Callable[[Any], Any], X: Any, permutation: Any) -> bool:
    """The right one with a tolerance of 0.15."""
    return bool(np.allclose(f(X[permutation]), f(X)[permutation], atol=0.15))
