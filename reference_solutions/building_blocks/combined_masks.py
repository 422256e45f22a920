"""One mask for a decoder that reads a padded batch: no future, no padding.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.3, for the causal part.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ..transformer.masks import causal_mask, padding_mask


def combine_masks(lengths: Sequence[int] | NDArray[np.integer], n: int) -> NDArray[np.bool_]:
    """(batch, 1, n, n): True where token i of sequence b may attend to token j: j is real, and not after i.

    The axis of length 1 is for the heads: the mask broadcasts to scores (batch, h, n, n).
    """
    real = padding_mask(lengths, n)  # (batch, n), about the keys
    return real[:, None, None, :] & causal_mask(n)  # (batch, 1, n, n)
