"""The course's two worked examples, as functions that also work for other sentences and other words.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..transformer.attention import attention
from .self_attention import self_attention

Numbers = NDArray[np.float64]

# "el gato duerme": three tokens of four features.
EL_GATO_DUERME = np.array([[1.0, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]])
W_Q = np.array([[1.0, 0], [0, 1], [1, 0], [0, 1]])
W_K = np.array([[0.0, 1], [1, 0], [0, 1], [1, 0]])
W_V = np.array([[1.0, 0], [0, 1], [1, 1], [0, 0]])

# How cardiac a word is, how much of a place, of a person, of a function word; times 2.
WORDS = ("el", "paciente", "tiene", "pecho", "dolor", "brazo")
VECTORS = 2 * np.array(
    [[0.0, 0, 0, 1], [0.1, 0, 1, 0], [0, 0, 0.2, 0.8], [0.9, 0.8, 0, 0], [1, 0.3, 0, 0], [0.5, 0.9, 0, 0]]
)


def gato_attention(X: Numbers | None = None) -> tuple[Numbers, Numbers]:
    """A (n, n) and Z (n, 2) of self-attention with the example's matrices; X is (n, 4), "el gato duerme" by default."""
    Z, A = self_attention(EL_GATO_DUERME if X is None else X, W_Q, W_K, W_V)
    return A, Z


def dolor_attention(word: str = "dolor") -> tuple[Numbers, Numbers]:
    """The weights (6,) with which `word` attends to all words, and its new vector (4,); no projections, d_k = 4."""
    query = VECTORS[[WORDS.index(word)]]  # (1, 4)
    output, weights = attention(query, VECTORS, VECTORS)  # (1, 4) and (1, 6)
    return weights.squeeze(0), output.squeeze(0)
