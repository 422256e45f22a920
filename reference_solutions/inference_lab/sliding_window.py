"""Sliding-window attention: each token sees the newest few tokens only, so that work and cache stop growing.

Child, Gray, Radford, Sutskever, "Generating Long Sequences with Sparse Transformers" (2019), section 4;
Beltagy, Peters, Cohan, "Longformer: The Long-Document Transformer" (2020), section 3.1, here without the future;
Jiang et al., "Mistral 7B" (2023), section 2.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..transformer.attention import attention

__all__ = ["attention", "sliding_window_mask"]


def sliding_window_mask(n: int, window: int) -> NDArray[np.bool_]:
    """(n, n), True = may attend: token i (row) sees i - window + 1, ..., i (columns), as far as they exist."""
    query = np.arange(n)[:, None]  # (n, 1)
    key = np.arange(n)  # (n,)
    not_ahead: NDArray[np.bool_] = key <= query  # (n, n)
    return not_ahead & (key > query - window)  # (n, n)
