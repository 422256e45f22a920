"""
en: Outputs are compared to the last bit
es: Las salidas se comparan hasta el último bit

done: You compare with == or array_equal.
why: (a + b) + c and a + (b + c) differ in the last digit in floating point. Permuted tokens are added up in another
    order, so equal results are hardly ever the same bits, and your experiment says False where the answer is True.
try: Print the largest absolute difference of the two outputs, not only whether they are equal. What size is it, and
    which function of your library allows for that?

hecho: Comparas con == o array_equal.
por_que: (a + b) + c y a + (b + c) difieren en la última cifra en coma flotante. Los tokens permutados se suman en otro
    orden, así que los resultados iguales casi nunca tienen los mismos bits, y tu experimento dice False donde la
    respuesta es True.
prueba: Imprime la mayor diferencia absoluta entre las dos salidas, no solo si son iguales. ¿De qué tamaño es y qué
    función de tu biblioteca lo tiene en cuenta?

fails: rounding
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """As the reference, to the last bit."""
    return bool(np.array_equal(f(X[permutation]), f(X)[permutation]))
