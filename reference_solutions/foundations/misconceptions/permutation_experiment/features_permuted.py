"""
en: Features are permuted, not tokens
es: Se permutan los componentes, no los tokens

done: The permutation stands at the second axis: X[:, permutation].
why: A row of X is a token. The second axis holds the features of one token, and mixing those up asks something else.
    With more tokens than features, there's no such feature either, hence the IndexError.
try: How many entries does the permutation have, and how long are the two axes of X?

hecho: La permutación está en el segundo eje: X[:, permutation].
por_que: Una fila de X es un token. El segundo eje contiene los componentes de un token, y barajarlos pregunta otra
    cosa. Además, con más tokens que componentes ese componente no existe: de ahí el IndexError.
prueba: ¿Cuántos elementos tiene la permutación y qué longitud tienen los dos ejes de X?

fails: equivariant, positions, one_row, order_of_the_outputs, rounding
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """The second axis permuted."""
    return bool(np.allclose(f(X[:, permutation]), f(X)[:, permutation]))
