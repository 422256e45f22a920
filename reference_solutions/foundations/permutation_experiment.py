"""Does the order of the tokens matter to a function?  The experiment that shows why positions must be added.

Vaswani et al., "Attention Is All You Need" (2017), section 3.5; Zaheer et al., "Deep Sets" (2017), section 2.2.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


def permutation_experiment(f: Callable[[Numbers], Numbers], X: Numbers, permutation: NDArray[np.int64]) -> bool:
    """Are the outputs for permuted tokens the permuted outputs, f(P X) = P f(X), but for rounding?

    `f` takes (n, d) and gives n rows; X is (n, d); row i of P X is X[permutation[i]].  True for attention without
    positions (it's equivariant), False with them.
    """
    permuted_first = f(X[permutation])  # (n, ...)
    permuted_last = f(X)[permutation]  # (n, ...)
    # A sum in another order rounds otherwise, so equality to the last bit is too much to ask.
    return bool(np.allclose(permuted_first, permuted_last))
