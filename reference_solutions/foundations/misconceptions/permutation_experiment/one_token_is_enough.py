"""
en: One token that fits is enough for True
es: Basta con que coincida un token para dar True

done: Your answer is True as soon as some token's output agrees.
why: The claim is about all tokens. A function that treats one of them by its place, the first one for instance, does
    depend on the order, and your experiment doesn't see it.
try: Test your function with an f that only exchanges its first two outputs. Should that be True? Which word stands
    between the comparison and your answer: any or all?

hecho: Tu respuesta es True en cuanto coincide la salida de algún token.
por_que: La afirmación habla de todos los tokens. Una función que trata a uno de ellos según su lugar, por ejemplo al
    primero, sí depende del orden, y tu experimento no lo ve.
prueba: Prueba tu función con una f que solo intercambie sus dos primeras salidas. ¿Debería dar True? ¿Qué palabra hay
    entre la comparación y tu respuesta: any o all?

fails: one_row
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """As the reference, with any in the place of all."""
    return bool(np.isclose(f(X[permutation]), f(X)[permutation]).all(axis=-1).any())
