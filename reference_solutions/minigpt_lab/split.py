"""Training and validation data: the end of the text is held back, to see how the model does on text it hasn't seen.

Hastie, Tibshirani, Friedman, "The Elements of Statistical Learning" (2nd edition, 2009), section 7.2; in a sequence the
held-out part is a stretch of its own, since neighbours aren't independent (section 7.10.2 on doing it wrong).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def train_val_split(data: Tokens, fraction: float = 0.9) -> tuple[Tokens, Tokens]:
    """The first `fraction` of `data` (N,) for training, the rest for validation, both in their order."""
    cut = int(fraction * len(data))
    return data[:cut], data[cut:]
