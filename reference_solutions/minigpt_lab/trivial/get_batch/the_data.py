"""The data, and the data moved by one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    """The data, and the data moved by one."""
    del context, batch_size
    return data[:-1], data[1:]
