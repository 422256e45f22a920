"""Embeddings: a learned vector for what a token is, plus a learned vector for where it stands.

Gehring et al., "Convolutional Sequence to Sequence Learning" (2017), section 3.1; as in Devlin et al., "BERT" (2019),
and Radford et al., "Improving Language Understanding by Generative Pre-Training" (2018).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def embeddings(
    idx: NDArray[np.int64], tokens: NDArray[np.float64], positions: NDArray[np.float64]
) -> NDArray[np.float64]:
    """tokens[idx] + positions[0], positions[1] ...

    idx is (B, n) of token ids; `tokens` is (vocab_size, d) and `positions` (n_max, d).  Returns (B, n, d).
    ``ValueError`` for more than n_max tokens: there is no vector for those positions.
    """
    n = idx.shape[-1]
    if n > len(positions):
        raise ValueError(f"{n} tokens, but there are only {len(positions)} positions")
    return tokens[idx] + positions[:n]  # (B, n, d) + (n, d)
