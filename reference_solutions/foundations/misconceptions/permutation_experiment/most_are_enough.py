"""
en: It's enough for True that most of the numbers agree
es: Basta con que coincida la mayoría de los números para dar True

done: You count how many of the numbers or tokens agree, and answer True from some part of them on.
why: The claim is about all of them. A function that treats two or three tokens by their places depends on the order,
    and a majority of tokens that it treats alike hides it.
try: Test your function with an f that exchanges two of its outputs. How many of the rows agree then, and what should
    the answer be?

hecho: Cuentas cuántos números o tokens coinciden y respondes True a partir de cierta proporción.
por_que: La afirmación habla de todos. Una función que trata a dos o tres tokens según su lugar depende del orden, y lo
    oculta una mayoría de tokens a los que trata por igual.
prueba: Prueba tu función con una f que intercambie dos de sus salidas. ¿Cuántas filas coinciden entonces y cuál debería
    ser la respuesta?

fails: one_row
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """True where more than half of the numbers agree."""
    return bool(np.isclose(f(X[permutation]), f(X)[permutation]).mean() > 0.5)
