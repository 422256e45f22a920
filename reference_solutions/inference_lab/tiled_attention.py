"""Attention in tiles with an online softmax: the same result, without ever holding the matrix of weights.

Milakov, Gimelshein, "Online normalizer calculation for softmax" (2018), algorithm 3;
Dao, Fu, Ermon, Rudra, Ré, "FlashAttention: Fast and Memory-Efficient Exact Attention with IO-Awareness" (2022),
section 3.1, algorithm 1.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def tiled_attention(Q: Floats, K: Floats, V: Floats, block_size: int) -> Floats:
    """softmax(Q Kᵀ / √d_k) V for Q (n_q, d_k), K (n_k, d_k), V (n_k, d_v), with `block_size` keys at a time.

    What is remembered between tiles: for each query the largest score so far, and the sums of the exponentials and of
    the values that they weight, both relative to it.
    """
    n_q, d_k = Q.shape
    largest = np.full((n_q, 1), -np.inf)  # (n_q, 1)
    total = np.zeros((n_q, 1))  # (n_q, 1): the denominator
    weighted = np.zeros((n_q, V.shape[1]))  # (n_q, d_v): the numerator
    for start in range(0, len(K), block_size):
        tile = slice(start, start + block_size)  # the last one may be shorter
        scores = Q @ K[tile].T / math.sqrt(d_k)  # (n_q, tile)
        new_largest = np.maximum(largest, scores.max(axis=1, keepdims=True))  # (n_q, 1)
        exponentials = np.exp(scores - new_largest)  # (n_q, tile)
        # What was summed up relative to the old maximum is brought to the new one; exp(-inf) = 0 at first.
        shrink = np.exp(largest - new_largest)  # (n_q, 1)
        total = shrink * total + exponentials.sum(axis=1, keepdims=True)
        weighted = shrink * weighted + exponentials @ V[tile]
        largest = new_largest
    output: Floats = weighted / total  # (n_q, d_v)
    return output
