"""The error function of arrays, which NumPy doesn't have."""

import math

import numpy as np
from numpy.typing import NDArray


def erf(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """erf of each element, by the C library's; same shape as x.

    Twice as fast as ``np.vectorize``, which makes an array of objects first: a layout search asks for millions.
    """
    return np.fromiter(map(math.erf, x.ravel().tolist()), np.float64, x.size).reshape(x.shape)
