"""Scaled dot-product attention: each query takes a weighted average of the values.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.1, equation 1.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from .softmax import softmax


def attention(
    Q: NDArray[np.float64],
    K: NDArray[np.float64],
    V: NDArray[np.float64],
    mask: NDArray[np.bool_] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """softmax(Q Kᵀ / √d_k) V, and the weights.

    Q is (..., n_q, d_k), K is (..., n_k, d_k), V is (..., n_k, d_v), with the same leading dimensions.
    `mask` is bool, True = may attend, and broadcasts to (..., n_q, n_k); each of its rows needs a True,
    for the average of nothing is undefined (NaN here).
    Returns the output (..., n_q, d_v) and the weights (..., n_q, n_k), whose rows add up to 1.
    """
    d_k = Q.shape[-1]
    # A dot product of d_k terms of variance 1 has variance d_k.  Undo that, or the softmax saturates.
    scores = Q @ K.swapaxes(-2, -1) / math.sqrt(d_k)  # (..., n_q, n_k)
    if mask is not None:
        # Before the softmax: exp(-inf) = 0, and what is left still adds up to 1.
        scores = np.where(mask, scores, -np.inf)  # (..., n_q, n_k)
    weights = softmax(scores, axis=-1)  # (..., n_q, n_k): one distribution over the keys for each query
    output = weights @ V  # (..., n_q, d_v)
    return output, weights
