"""The row of "gato" in the worked example: its scores, its weights, its output (exercise 6.1).

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.1, for one query.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..foundations.worked_examples import EL_GATO_DUERME, W_K, W_Q, W_V
from ..transformer.softmax import softmax

Row = NDArray[np.float64]


def gato_scores() -> Row:
    """q·k / √d_k of "gato" with el, gato and duerme, (3,)."""
    Q, K = EL_GATO_DUERME @ W_Q, EL_GATO_DUERME @ W_K  # (3, 2) each
    scores: Row = Q[1] @ K.T / np.sqrt(2)
    return scores


def gato_weights() -> Row:
    """How "gato" shares its attention out, (3,); adds up to 1."""
    return softmax(gato_scores())


def gato_output() -> Row:
    """The values mixed by these weights, (2,)."""
    return gato_weights() @ values()


def values() -> NDArray[np.float64]:
    """The value of each word, (3, 2)."""
    of_each_word: NDArray[np.float64] = EL_GATO_DUERME @ W_V
    return of_each_word
