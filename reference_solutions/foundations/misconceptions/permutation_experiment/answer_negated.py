"""
en: The answer is the other way round
es: La respuesta está al revés

done: You return True where the outputs differ, and False where they agree.
why: The question is whether f treats all places alike: True means that the outputs move with their tokens. Perhaps
    you answered whether the order matters, which is the opposite.
try: What does your function say of an f that only doubles each token? What should it say?

hecho: Devuelves True donde las salidas son distintas y False donde coinciden.
por_que: La pregunta es si f trata igual todos los lugares: True significa que las salidas se mueven con sus tokens.
    Quizá respondiste a si importa el orden, que es lo contrario.
prueba: ¿Qué dice tu función de una f que solo duplica cada token? ¿Qué debería decir?

fails: equivariant, positions, one_row, order_of_the_outputs, rounding
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """Whether they differ."""
    return not np.allclose(f(X[permutation]), f(X)[permutation])
