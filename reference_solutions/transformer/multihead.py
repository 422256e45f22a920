"""Multi-head attention: several attentions side by side, each in its own small space.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .attention import attention

Head = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]


def multihead(
    X: NDArray[np.float64],
    heads: Sequence[Head],
    W_O: NDArray[np.float64],
    mask: NDArray[np.bool_] | None = None,
) -> NDArray[np.float64]:
    """Concat(head_1, ..., head_h) W_O: the paper's formula, head by head and without biases.

    X is (n, d_model); `heads` holds h triples (W_Q, W_K, W_V) of (d_model, d_k), (d_model, d_k) and
    (d_model, d_v); W_O is (h*d_v, d_model); `mask` broadcasts to (n, n).  Returns (n, d_model).
    """
    outputs = []
    for W_Q, W_K, W_V in heads:
        output, _ = attention(X @ W_Q, X @ W_K, X @ W_V, mask)  # (n, d_v)
        outputs.append(output)
    concatenated = np.concatenate(outputs, axis=-1)  # (n, h*d_v)
    return concatenated @ W_O  # (n, d_model)


@dataclass(frozen=True, eq=False)
class AttentionWeights:
    """The same for all heads at once, with biases.

    Each W is (d_model, d_model), used as ``x @ W + b``: inputs are rows, outputs are columns.
    Head i owns the columns [i*d_k : (i+1)*d_k] of W_Q, W_K and W_V, and those rows of W_O.
    Each b is (d_model,).
    """

    W_Q: NDArray[np.float64]
    W_K: NDArray[np.float64]
    W_V: NDArray[np.float64]
    W_O: NDArray[np.float64]
    b_Q: NDArray[np.float64]
    b_K: NDArray[np.float64]
    b_V: NDArray[np.float64]
    b_O: NDArray[np.float64]


def multi_head_attention(
    x: NDArray[np.float64],
    weights: AttentionWeights,
    n_heads: int,
    mask: NDArray[np.bool_] | None = None,
) -> NDArray[np.float64]:
    """All heads in one go: project once, cut into heads, attend, paste together, project.

    x is (..., n, d_model); `mask` broadcasts to (..., n_heads, n, n), so (n, n) and (batch, 1, n, n) fit.
    Returns (..., n, d_model).  ValueError if `n_heads` doesn't divide d_model.
    """
    if x.shape[-1] % n_heads:
        raise ValueError(f"d_model = {x.shape[-1]} can't be cut into {n_heads} heads of equal size")
    Q = split_heads(x @ weights.W_Q + weights.b_Q, n_heads)  # (..., h, n, d_k)
    K = split_heads(x @ weights.W_K + weights.b_K, n_heads)  # (..., h, n, d_k)
    V = split_heads(x @ weights.W_V + weights.b_V, n_heads)  # (..., h, n, d_k)
    output, _ = attention(Q, K, V, mask)  # (..., h, n, d_k)
    return merge_heads(output) @ weights.W_O + weights.b_O  # (..., n, d_model)


def split_heads(x: NDArray[np.float64], n_heads: int) -> NDArray[np.float64]:
    """(..., n, d_model) to (..., h, n, d_k): first cut each token's features, then bring the heads forward.

    A reshape straight to (..., h, n, d_k) has the right shape too, but hands each head a stretch of
    tokens in place of a stretch of features.
    """
    *leading, n, d_model = x.shape
    per_token = x.reshape(*leading, n, n_heads, d_model // n_heads)  # (..., n, h, d_k)
    return per_token.swapaxes(-3, -2)  # (..., h, n, d_k)


def merge_heads(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """(..., h, n, d_k) to (..., n, h*d_k): the way back, in the opposite order."""
    *leading, h, n, d_k = x.shape
    per_token = x.swapaxes(-3, -2)  # (..., n, h, d_k)
    return per_token.reshape(*leading, n, h * d_k)  # (..., n, d_model)


def attention_parameter_count(d_model: int) -> int:
    """Four matrices and four biases: 4(d² + d), however many heads they are cut into."""
    return 4 * (d_model * d_model + d_model)
