"""The feed-forward network of a block: each token, by itself, goes up to a wider layer, through a GELU, and down again.

Vaswani et al., "Attention Is All You Need" (2017), section 3.3 (there with ReLU); Hendrycks, Gimpel, "Gaussian Error
Linear Units" (2016), section 2; Radford et al., "Improving Language Understanding by Generative Pre-Training" (2018),
section 4.1, for GELU in a Transformer.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..transformer.block import Activation, gelu, gelu_tanh

__all__ = ["feed_forward", "gelu", "gelu_tanh"]


def feed_forward(
    x: NDArray[np.float64],
    W1: NDArray[np.float64],
    b1: NDArray[np.float64],
    W2: NDArray[np.float64],
    b2: NDArray[np.float64],
    activation: Activation = gelu,
) -> NDArray[np.float64]:
    """GELU(x W1 + b1) W2 + b2.

    x is (..., d), W1 (d, d_ff), b1 (d_ff,), W2 (d_ff, d), b2 (d,); d_ff is 4 d as a rule.  Returns (..., d).
    """
    hidden = activation(x @ W1 + b1)  # (..., d_ff)
    return hidden @ W2 + b2  # (..., d)
