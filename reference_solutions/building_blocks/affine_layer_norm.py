"""Layer normalisation with a learned gain and bias: each token is normalised, then each feature gets its own scale.

Ba, Kiros, Hinton, "Layer Normalization" (2016), section 3, equation 4.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def layer_norm(
    x: NDArray[np.float64], gamma: NDArray[np.float64], beta: NDArray[np.float64], eps: float = 1e-5
) -> NDArray[np.float64]:
    """gamma (x - mean) / √(variance + eps) + beta, with mean and variance of each token's own features.

    x is (..., d), gamma and beta are (d,).  Returns (..., d).  The variance is the biased one (divided by d).
    """
    mean: NDArray[np.float64] = x.mean(axis=-1, keepdims=True)  # (..., 1)
    centred = x - mean  # (..., d)
    variance: NDArray[np.float64] = (centred * centred).mean(axis=-1, keepdims=True)  # (..., 1)
    return gamma * (centred / np.sqrt(variance + eps)) + beta  # (..., d)
