"""How much of its first state a recurrent network still knows after t steps.

Bengio, Simard, Frasconi, "Learning Long-Term Dependencies with Gradient Descent is Difficult" (1994);
Pascanu, Mikolov, Bengio, "On the difficulty of training recurrent neural networks" (2013), section 2.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rnn_influence(
    W: NDArray[np.float64],
    U: NDArray[np.float64],
    inputs: NDArray[np.float64],
) -> NDArray[np.float64]:
    """The Frobenius norm of ∂h_t/∂h_0 for t = 1 ... T, where h_t = tanh(W h_{t-1} + U x_t) and h_0 = 0.

    W is (d, d), U is (d, d_in), inputs is (T, d_in).  Returns (T,).
    """
    return np.array([np.linalg.norm(jacobian) for jacobian in jacobians(W, U, inputs)])  # (T,)


def jacobians(
    W: NDArray[np.float64],
    U: NDArray[np.float64],
    inputs: NDArray[np.float64],
) -> NDArray[np.float64]:
    """∂h_t/∂h_0 for t = 1 ... T, as (T, d, d)."""
    h = np.zeros(len(W))  # (d,)
    jacobian = np.eye(len(W))  # (d, d): ∂h_0/∂h_0
    found = []
    for x in inputs:
        h = np.tanh(W @ h + U @ x)  # (d,)
        # Chain rule: tanh' = 1 - tanh² scales the rows of W, and the factors of earlier steps stand on the right.
        jacobian = ((1 - h**2)[:, None] * W) @ jacobian  # (d, d)
        found.append(jacobian)
    return np.array(found)
