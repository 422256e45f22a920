"""Self-attention: a sentence attends to itself, through three matrices that are learned.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..transformer.attention import attention


def self_attention(
    X: NDArray[np.float64],
    W_Q: NDArray[np.float64],
    W_K: NDArray[np.float64],
    W_V: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """softmax(Q Kᵀ / √d_k) V with Q = X W_Q, K = X W_K, V = X W_V.

    X is (n, d_model), W_Q and W_K are (d_model, d_k), W_V is (d_model, d_v).
    Returns Z (n, d_v) and A (n, n): row i says how token i shares its attention out, and adds up to 1.
    """
    Q = X @ W_Q  # (n, d_k): what each token looks for
    K = X @ W_K  # (n, d_k): what each token offers itself as
    V = X @ W_V  # (n, d_v): what each token says when it's looked at
    return attention(Q, K, V)
