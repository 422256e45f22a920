"""Masks: who may look at whom.  True = may attend, False = blocked.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.3, for the causal mask.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def causal_mask(n: int) -> NDArray[np.bool_]:
    """(n, n): token i (row) may attend to token j (column) where j <= i, itself included."""
    return np.tril(np.ones((n, n), dtype=np.bool_))  # (n, n)


def padding_mask(lengths: Sequence[int] | NDArray[np.integer], n_max: int) -> NDArray[np.bool_]:
    """(batch, n_max): True for the first `lengths[b]` tokens of sequence b, which are real.

    It speaks of keys.  Against scores (batch, h, n, n) it is used as ``mask[:, None, None, :]``,
    and together with the causal mask as ``mask[:, None, None, :] & causal_mask(n)``.
    """
    positions = np.arange(n_max)  # (n_max,)
    return positions < np.asarray(lengths)[:, None]  # (batch, n_max)
