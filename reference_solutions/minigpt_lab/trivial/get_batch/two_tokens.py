"""The first token everywhere, and the second one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    """The first token everywhere, and the second one."""
    shape = (batch_size, context)
    return np.full(shape, data[0]), np.full(shape, data[1])
