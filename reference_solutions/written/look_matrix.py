"""A W_Q with which "duerme" looks at "gato" most (exercise 6.2): one solution of many.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..foundations.worked_examples import EL_GATO_DUERME, W_K, W_Q
from ..transformer.attention import attention

Matrix = NDArray[np.float64]

# What stays where only the other one is given.
EXAMPLE = {"look_W_Q": W_Q, "look_W_K": W_K}


def look_W_Q() -> Matrix:  # noqa: N802 - the matrix is called so
    """(4, 2): the two features of "duerme" both ask for the first number of a key, which is the largest in "gato"."""
    W = W_Q.copy()
    W[1] = W[0]
    return W


def attention_with(W_Q: Matrix, W_K: Matrix) -> Matrix:
    """A (3, 3): row i is how token i shares its attention out."""
    _, A = attention(EL_GATO_DUERME @ W_Q, EL_GATO_DUERME @ W_K, EL_GATO_DUERME)
    return A
