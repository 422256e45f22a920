"""Why scores are divided by √d_k: how far dot products of random queries and keys spread.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.1, footnote 4.
"""

from __future__ import annotations

import math

import numpy as np


def score_spread(d_k: int, n: int = 10_000, seed: int = 0) -> tuple[float, float]:
    """The standard deviation of q·k, and that of q·k / √d_k, over `n` pairs of standard normal q and k.

    In theory √d_k and 1: each of the d_k products has mean 0 and variance 1.  Measured, they come near it, within about
    1 / √(2 n).
    """
    dice = np.random.default_rng(seed)
    q = dice.standard_normal((n, d_k))
    k = dice.standard_normal((n, d_k))
    scores = (q * k).sum(axis=1)  # (n,): one dot product for each pair
    return float(scores.std()), float((scores / math.sqrt(d_k)).std())
