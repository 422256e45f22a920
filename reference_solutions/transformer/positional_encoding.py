"""Sinusoidal positional encoding: a clock with d_model/2 hands, from fast to slow, for each position.

Vaswani et al., "Attention Is All You Need" (2017), section 3.5.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def angular_frequencies(d_model: int) -> NDArray[np.float64]:
    """(⌈d_model/2⌉,): omega_i = 1 / 10000^(2i / d_model), the radians that hand i turns per position."""
    even_columns = np.arange(0, d_model, 2)  # (⌈d/2⌉,): the paper's 2i
    return 10000.0 ** (-even_columns / d_model)  # (⌈d/2⌉,)


def positional_encoding(n_positions: int, d_model: int) -> NDArray[np.float64]:
    """(n_positions, d_model): sin(pos * omega_i) in column 2i, cos(pos * omega_i) in column 2i + 1.

    With an odd d_model the last sine has no cosine.
    """
    positions = np.arange(n_positions)  # (n,)
    angles = np.outer(positions, angular_frequencies(d_model))  # (n, ⌈d/2⌉)
    encoding = np.empty((n_positions, d_model))  # (n, d)
    encoding[:, 0::2] = np.sin(angles)  # (n, ⌈d/2⌉)
    encoding[:, 1::2] = np.cos(angles)[:, : d_model // 2]  # (n, ⌊d/2⌋)
    return encoding
