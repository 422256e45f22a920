"""Softmax: any real scores in, positive weights that add up to 1 out.

Bridle, "Probabilistic interpretation of feedforward classification network outputs" (1990).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def softmax(z: NDArray[np.float64], axis: int = -1) -> NDArray[np.float64]:
    """exp(z_i) / sum_j exp(z_j) along `axis`; same shape as `z`.

    Subtracting each slice's own maximum leaves the quotient as it is and keeps exp from overflowing.
    """
    largest: NDArray[np.float64] = z.max(axis=axis, keepdims=True)  # like z, but 1 along axis
    exponentials = np.exp(z - largest)  # like z, in [0, 1]
    total: NDArray[np.float64] = exponentials.sum(axis=axis, keepdims=True)  # like z, but 1 along axis
    return exponentials / total  # like z
