"""
en: One output alone is compared
es: Se compara una sola salida

done: You compare a single row of the two results, such as the first.
why: A function may treat one token by its place and all others as it should. Which one it is can't be known beforehand,
    so each output has to be where its token went.
try: Test your function with an f that exchanges two of its outputs, neither of them the one that you look at. Should
    that be True?

hecho: Comparas una sola fila de los dos resultados, por ejemplo la primera.
por_que: Una función puede tratar a un token según su lugar y a todos los demás como es debido. No se sabe de antemano
    cuál es, así que cada salida tiene que estar donde fue su token.
prueba: Prueba tu función con una f que intercambie dos de sus salidas, ninguna de ellas la que miras. ¿Debería dar
    True?

fails: one_row
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """As the reference, of the first output."""
    return bool(np.allclose(f(X[permutation])[0], f(X)[permutation][0]))
