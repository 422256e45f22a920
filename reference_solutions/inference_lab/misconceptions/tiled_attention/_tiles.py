"""What the variants share: the tiles of the keys, and an online softmax with its parts to choose."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def tiles(n_k: int, block_size: int) -> Iterator[slice]:
    """Slices of `block_size` keys; the last one may be shorter."""
    for start in range(0, n_k, block_size):
        yield slice(start, min(start + block_size, n_k))


def scores_of(Q: Floats, K: Floats, divisor: float | None = None) -> Floats:
    """(n_q, n_k), divided by √d_k unless told otherwise."""
    return Q @ K.T / (math.sqrt(Q.shape[1]) if divisor is None else divisor)


def online(
    Q: Floats,
    K: Floats,
    V: Floats,
    block_size: int,
    *,
    divisor: float | None = None,
    start: float = -np.inf,
    rescale_total: bool = True,
    rescale_weighted: bool = True,
    track: bool = True,
    divide: bool = True,
) -> Floats:
    """(n_q, d_v).  `start` is the maximum before the first tile; without `track` it stays.

    Without `divide` it's the numerator alone.
    """
    largest = np.full((len(Q), 1), start)
    total, weighted = np.zeros((len(Q), 1)), np.zeros((len(Q), V.shape[1]))
    for tile in tiles(len(K), block_size):
        scores = scores_of(Q, K[tile], divisor)
        new = np.maximum(largest, scores.max(axis=1, keepdims=True)) if track else largest
        exponentials, shrink = np.exp(scores - new), np.exp(largest - new)
        total = (shrink if rescale_total else 1) * total + exponentials.sum(axis=1, keepdims=True)
        weighted = (shrink if rescale_weighted else 1) * weighted + exponentials @ V[tile]
        largest = new
    return weighted / total if divide else weighted
