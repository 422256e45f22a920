"""Multi-head attention from weights, with what each head looks at: to hold a student's heat maps against."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from grader.layouts.weights import AttentionWeights

__all__ = ["head_scores", "multi_head_output", "softmax", "split"]

Numbers = NDArray[np.float64]


def softmax(z: Numbers, axis: int = -1) -> Numbers:
    e = np.exp(z - z.max(axis=axis, keepdims=True))
    result: Numbers = e / e.sum(axis=axis, keepdims=True)
    return result


def split(x: Numbers, n_heads: int) -> Numbers:
    """(..., n, w) to (..., h, n, w / h): head i has the columns from i w / h on."""
    *leading, n, width = x.shape
    return x.reshape(*leading, n, n_heads, width // n_heads).swapaxes(-3, -2)


def head_scores(weights: AttentionWeights, x: Numbers, n_heads: int) -> Numbers:
    """q kᵀ / √d_k of each head, (..., h, n, n), before the softmax."""
    q = split(x @ weights.W_Q + weights.b_Q, n_heads)
    k = split(x @ weights.W_K + weights.b_K, n_heads)
    scores: Numbers = q @ k.swapaxes(-2, -1) / math.sqrt(q.shape[-1])
    return scores


def multi_head_output(weights: AttentionWeights, x: Numbers, n_heads: int) -> Numbers:
    """(..., n, d_model): Vaswani et al. (2017), section 3.2.2, with biases."""
    mixed = softmax(head_scores(weights, x, n_heads)) @ split(x @ weights.W_V + weights.b_V, n_heads)
    *leading, h, n, k = mixed.shape
    output: Numbers = mixed.swapaxes(-3, -2).reshape(*leading, n, h * k) @ weights.W_O + weights.b_O
    return output
