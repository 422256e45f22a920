"""RMSNorm: a token is divided by the root mean square of its features; its mean is left alone.

Zhang, Sennrich, "Root Mean Square Layer Normalization" (2019), equation 4.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def rms_norm(x: NDArray[np.float64], gain: NDArray[np.float64], eps: float = 1e-5) -> NDArray[np.float64]:
    """gain x / √(mean of x² + eps), with the mean over each token's own features.

    x is (..., d), gain is (d,).  Returns (..., d).
    """
    mean_square: NDArray[np.float64] = (x * x).mean(axis=-1, keepdims=True)  # (..., 1)
    return gain * (x / np.sqrt(mean_square + eps))  # (..., d)
