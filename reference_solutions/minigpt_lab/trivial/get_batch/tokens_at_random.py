"""Tokens of the data at random, twice."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    """Tokens of the data at random, twice."""
    shape = (batch_size, context)
    return np.random.choice(data, shape), np.random.choice(data, shape)
