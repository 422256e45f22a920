"""Grouped-query attention: several query heads share one head of keys and values, so that the KV cache shrinks.

Ainslie et al., "GQA: Training Generalized Multi-Query Transformer Models from Multi-Head Checkpoints" (2023),
section 2.2.
With one KV head it is Shazeer's multi-query attention (2019), with as many as query heads plain multi-head attention.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..transformer.attention import attention
from ..transformer.multihead import merge_heads, split_heads


def grouped_query_attention(
    Q: NDArray[np.float64],
    K: NDArray[np.float64],
    V: NDArray[np.float64],
    mask: NDArray[np.bool_] | None = None,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Query head i attends with KV head i // (h / h_kv).

    Q is (..., h, n, d); K and V are (..., h_kv, n, d), where h_kv divides h; `mask` broadcasts to (..., h, n, n).
    Returns the output (..., h, n, d) and the weights (..., h, n, n).
    """
    group = Q.shape[-3] // K.shape[-3]  # query heads for each KV head
    # Each KV head for the whole of its group, then the next: 0, 0, 1, 1, ...
    return attention(Q, np.repeat(K, group, axis=-3), np.repeat(V, group, axis=-3), mask)


@dataclass(frozen=True, eq=False)
class GroupedWeights:
    """Used as ``x @ W + b``.  W_Q and W_O are (d_model, d_model); W_K and W_V are (d_model, h_kv * d_head)."""

    W_Q: NDArray[np.float64]
    W_K: NDArray[np.float64]
    W_V: NDArray[np.float64]
    W_O: NDArray[np.float64]
    b_Q: NDArray[np.float64]
    b_K: NDArray[np.float64]
    b_V: NDArray[np.float64]
    b_O: NDArray[np.float64]


def grouped_multi_head_attention(
    x: NDArray[np.float64],
    weights: GroupedWeights,
    n_heads: int,
    n_kv_heads: int,
    mask: NDArray[np.bool_] | None = None,
) -> NDArray[np.float64]:
    """The whole layer: project, cut into heads, attend in groups, paste together, project.

    x is (..., n, d_model); `mask` broadcasts to (..., n_heads, n, n).  Returns (..., n, d_model).
    """
    Q = split_heads(x @ weights.W_Q + weights.b_Q, n_heads)  # (..., h, n, d_head)
    K = split_heads(x @ weights.W_K + weights.b_K, n_kv_heads)  # (..., h_kv, n, d_head)
    V = split_heads(x @ weights.W_V + weights.b_V, n_kv_heads)  # (..., h_kv, n, d_head)
    output, _ = grouped_query_attention(Q, K, V, mask)  # (..., h, n, d_head)
    return merge_heads(output) @ weights.W_O + weights.b_O  # (..., n, d_model)
