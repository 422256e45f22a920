"""One block in two orders: the norm after each sum (post-LN), or before each sublayer (pre-LN).

Vaswani et al., "Attention Is All You Need" (2017), section 3.1, for post-LN; Xiong et al., "On Layer Normalization in
the Transformer Architecture" (2020), figure 1, for pre-LN.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

# Of x (n, d), with the same shape as result.
Sublayer: TypeAlias = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def post_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """norm2(y + ffn(y)) with y = norm1(x + attention(x)).  x is (n, d); so is the result."""
    y = norm1(x + attention(x))  # (n, d)
    return norm2(y + ffn(y))  # (n, d)


def pre_ln_forward(
    x: NDArray[np.float64], attention: Sublayer, ffn: Sublayer, norm1: Sublayer, norm2: Sublayer
) -> NDArray[np.float64]:
    """y + ffn(norm2(y)) with y = x + attention(norm1(x)).  x is (n, d); so is the result."""
    y = x + attention(norm1(x))  # (n, d)
    return y + ffn(norm2(y))  # (n, d)
