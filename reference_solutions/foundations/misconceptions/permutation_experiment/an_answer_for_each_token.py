"""
en: One answer for each token, not one for the function
es: Una respuesta por token, no una para la función

done: What comes back is an array with a True or False for each token (or for each number).
why: The claim is about f as a whole: it's true if every token's output agrees, and false if a single one doesn't. An
    array of several can't stand in an if.
try: Write if permutation_experiment(f, X, permutation): and run it. Which function makes one answer of many?

hecho: Lo que se devuelve es un array con un True o False por token (o por número).
por_que: La afirmación es sobre f entera: es cierta si coincide la salida de todos los tokens y falsa si falla uno
    solo. Un array de varios no puede ir en un if.
prueba: Escribe if permutation_experiment(f, X, permutation): y ejecútalo. ¿Qué función hace de muchas respuestas una
    sola?

fails: equivariant, positions, one_row, order_of_the_outputs, rounding
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]
Booleans = NDArray[np.bool_]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> Booleans:
    """A boolean for each token."""
    same: Booleans = np.all(np.isclose(f(X[permutation]), f(X)[permutation]), axis=1)
    return same
