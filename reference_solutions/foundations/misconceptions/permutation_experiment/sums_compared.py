"""
en: What is compared doesn't know the places of the outputs
es: Lo que se compara no sabe el lugar de las salidas

done: You add everything up (or take a mean or a norm, or sort) before you compare.
why: A sum doesn't know in which order its terms came, and neither does what was sorted: whatever is out of place
    inside, it stays the same. But the place is just what the question is about.
try: Test your function with an f that only exchanges its first two outputs. What comes out, and what should?

hecho: Lo sumas todo (o tomas una media o una norma, o lo ordenas) antes de comparar.
por_que: Una suma no sabe en qué orden vinieron sus términos, y lo ordenado tampoco: por muy descolocado que esté lo
    de dentro, no cambia. Pero la pregunta trata precisamente del lugar.
prueba: Prueba tu función con una f que solo intercambie sus dos primeras salidas. ¿Qué sale y qué debería salir?

fails: one_row, order_of_the_outputs
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """The sums of all outputs."""
    return bool(np.isclose(f(X[permutation]).sum(), f(X)[permutation].sum()))
