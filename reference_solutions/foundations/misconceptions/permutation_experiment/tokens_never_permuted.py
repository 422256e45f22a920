"""
en: Only the outputs are permuted, never the tokens
es: Solo se permutan las salidas, nunca los tokens

done: You call f with the tokens as they are, and compare its outputs with the same outputs in another order.
why: The function never sees the permuted tokens, so nothing can be found out about what it does with them. You only
    learn that the rows of its output differ.
try: Count how often your code calls f, and with what. Which two calls does f(P X) = P f(X) need?

hecho: Llamas a f con los tokens tal como están y comparas sus salidas con esas mismas salidas en otro orden.
por_que: La función nunca ve los tokens permutados, así que no se puede averiguar nada de lo que hace con ellos. Solo
    averiguas que las filas de su salida son distintas.
prueba: Cuenta cuántas veces llama tu código a f y con qué. ¿Qué dos llamadas necesita f(P X) = P f(X)?

fails: equivariant
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """The outputs with themselves in another order."""
    outputs = f(X)
    return bool(np.allclose(outputs, outputs[permutation]))
