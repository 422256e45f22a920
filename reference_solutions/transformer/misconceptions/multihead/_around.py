"""Multi-head attention around another attention, or with other ways to split and merge, than the right ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ...attention import attention as right_attention
from ...multihead import AttentionWeights, Head, merge_heads, split_heads

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_] | None
# attention(Q, K, V, mask) -> (output, weights)
Attention = Callable[..., tuple[Any, Any]]


def head_by_head(attention: Attention, X: Numbers, heads: Sequence[Head], W_O: Numbers, mask: Mask) -> Numbers:
    """`multihead` with `attention` in each head."""
    outputs = [attention(X @ W_Q, X @ W_K, X @ W_V, mask)[0] for W_Q, W_K, W_V in heads]
    output: Numbers = np.concatenate(outputs, axis=-1) @ W_O
    return output


def all_at_once(
    x: Numbers,
    weights: AttentionWeights,
    n_heads: int,
    mask: Mask,
    attention: Attention = right_attention,
    split: Callable[[Numbers, int], Numbers] = split_heads,
    merge: Callable[[Numbers], Numbers] = merge_heads,
) -> Numbers:
    """`multi_head_attention` with other parts."""
    Q = split(x @ weights.W_Q + weights.b_Q, n_heads)
    K = split(x @ weights.W_K + weights.b_K, n_heads)
    V = split(x @ weights.W_V + weights.b_V, n_heads)
    output: Numbers = merge(attention(Q, K, V, mask)[0]) @ weights.W_O + weights.b_O
    return output
