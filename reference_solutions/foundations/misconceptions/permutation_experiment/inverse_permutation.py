"""
en: One side is permuted the other way round
es: Un lado se permuta en el sentido contrario

done: The tokens are permuted by the permutation and the outputs by its inverse.
why: With exchanges in pairs both are the same, so it often goes unnoticed. Any other permutation isn't its own
    inverse, and then each output is compared with that of another token.
try: Take the permutation [1, 2, 0] and three tokens a, b, c. Write down the order of X[p] and then the order in which
    you compare the outputs.

hecho: Los tokens se permutan con la permutación, y las salidas con su inversa.
por_que: Con intercambios por parejas las dos coinciden, así que a menudo pasa inadvertido. Cualquier otra permutación
    no es su propia inversa, y entonces cada salida se compara con la de otro token.
prueba: Toma la permutación [1, 2, 0] y tres tokens a, b, c. Escribe el orden de X[p] y después el orden en que
    comparas las salidas.

fails: equivariant
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """As the reference, with the way back on one side."""
    return bool(np.allclose(f(X[permutation]), f(X)[np.argsort(permutation)]))
