"""SwiGLU: a feed-forward network in which one projection of the token opens or closes the units of another.

Shazeer, "GLU Variants Improve Transformer" (2020), equation 6; the activation is SiLU, x times its sigmoid.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def silu(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """x times the sigmoid of x; same shape as x.  The sigmoid is written by tanh, which doesn't overflow."""
    return x * 0.5 * (1.0 + np.tanh(0.5 * x))


def swiglu(
    x: NDArray[np.float64], W_gate: NDArray[np.float64], W_up: NDArray[np.float64], W_down: NDArray[np.float64]
) -> NDArray[np.float64]:
    """(SiLU(x W_gate) * (x W_up)) W_down.

    x is (..., d), W_gate and W_up are (d, d_ff), W_down is (d_ff, d).  Returns (..., d).
    """
    gate = silu(x @ W_gate)  # (..., d_ff)
    return (gate * (x @ W_up)) @ W_down  # (..., d)
