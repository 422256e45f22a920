"""
en: Another permutation is tried than the one that was given
es: Se prueba otra permutación, no la que se dio

done: The function draws or makes a permutation by itself, and the one that it's given has no effect.
why: The answer then is about other tokens than the question. A function may move its outputs along for one permutation
    and not for another, and nobody can choose which one your experiment looks at.
try: Call it with a permutation that exchanges only the tokens 0 and 1, and print the one that is tried. Are they the
    same?

hecho: La función sortea o construye ella misma una permutación, y la que recibe no tiene ningún efecto.
por_que: La respuesta trata entonces de otros tokens que la pregunta. Una función puede mover sus salidas con una
    permutación y no con otra, y nadie puede elegir cuál mira tu experimento.
prueba: Llámala con una permutación que solo intercambie los tokens 0 y 1, e imprime la que se prueba. ¿Son la misma?

fails: equivariant
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """As the reference, with the tokens backwards whatever is asked."""
    del permutation
    return bool(np.allclose(f(X[::-1]), f(X)[::-1]))
