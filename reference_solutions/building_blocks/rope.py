"""Rotary position embedding: the position of a query or key is the angle by which it is turned.

Su et al., "RoFormer: Enhanced Transformer with Rotary Position Embedding" (2021), section 3.2.2, equations 14 and 15.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..transformer.attention import attention


def rope(
    x: NDArray[np.float64], positions: NDArray[np.integer] | None = None, base: float = 10000.0
) -> NDArray[np.float64]:
    """Turn each pair of features (2i, 2i+1) of the vector at position p by the angle p * base^(-2i/d).

    x is (..., n, d) with an even d; `positions` is (n,), by default 0, 1, 2, ...  Returns (..., n, d).
    """
    n, d = x.shape[-2:]
    if positions is None:
        positions = np.arange(n)  # (n,)
    frequencies = base ** (-np.arange(0, d, 2) / d)  # (d/2,): one for each pair, the first turns fastest
    angles = np.outer(positions, frequencies)  # (n, d/2)
    cos, sin = np.cos(angles), np.sin(angles)  # (n, d/2)
    first, second = x[..., 0::2], x[..., 1::2]  # (..., n, d/2)
    turned = np.stack([first * cos - second * sin, first * sin + second * cos], axis=-1)  # (..., n, d/2, 2)
    return turned.reshape(x.shape)  # (..., n, d)


def rope_attention(
    Q: NDArray[np.float64], K: NDArray[np.float64], V: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Attention in which queries and keys are turned before they meet; the values are not.

    Q and K are (..., n, d), V is (..., n, d_v).  Returns the output (..., n, d_v) and the weights (..., n, n).
    """
    return attention(rope(Q), rope(K), V)
