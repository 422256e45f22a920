"""
en: The outputs are permuted twice
es: Las salidas se permutan dos veces

done: One side is permuted once, f(P X), and the other one twice, P P f(X).
why: f(P X) = P f(X) has one P on each side. With one more on the right, attention without positions fails too, and a
    permutation that undoes itself makes P P disappear: then you compare f(P X) with f(X).
try: Take f(x) = 2 x and the permutation [1, 2, 0] of three tokens, and write down both sides of your comparison. How
    often has the first token moved on each?

hecho: Un lado está permutado una vez, f(P X), y el otro dos, P P f(X).
por_que: f(P X) = P f(X) tiene una P a cada lado. Con una de más a la derecha falla incluso la atención sin posiciones,
    y con una permutación que se deshace a sí misma P P desaparece: entonces comparas f(P X) con f(X).
prueba: Toma f(x) = 2 x y la permutación [1, 2, 0] de tres tokens, y escribe los dos lados de tu comparación. ¿Cuántas
    veces se ha movido el primer token en cada uno?

fails: equivariant
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """As the reference, with the outputs permuted once more."""
    return bool(np.allclose(f(X[permutation]), f(X)[permutation][permutation]))
