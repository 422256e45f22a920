"""Batches of windows: what a language model is trained on, a stretch of text and the same stretch one token later.

Each position of a window is an example of its own: from the tokens up to it, the next one is to be told (Radford et
al., "Improving Language Understanding by Generative Pre-Training" (2018), section 3.1, equation 1).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Tokens = NDArray[np.int64]


def get_batch(data: Tokens, context: int, batch_size: int) -> tuple[Tokens, Tokens]:
    """`batch_size` windows at random places of `data` (N,): x and the targets y, both (batch, context).

    y is x moved by one, so the last window begins at N - context - 1: its last target is the last token.
    """
    # The upper end is exclusive: N - context places, 0 among them.
    starts = np.random.randint(0, len(data) - context, size=batch_size)  # (batch,)
    places = starts[:, None] + np.arange(context)  # (batch, context)
    return data[places], data[places + 1]
