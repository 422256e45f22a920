"""Cross-attention: one sequence asks, another one answers.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.3: in "encoder-decoder attention" layers the queries
come from the decoder, the keys and values from the encoder's output.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ..transformer.attention import attention
from ..transformer.multihead import merge_heads, split_heads


def cross_attention(
    x: NDArray[np.float64],
    memory: NDArray[np.float64],
    W_Q: NDArray[np.float64],
    W_K: NDArray[np.float64],
    W_V: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Each token of x takes a weighted average of what memory has to say.

    x is (n_q, d) and memory (n_k, d); W_Q and W_K are (d, d_k), W_V is (d, d_v).
    Returns the output (n_q, d_v) and the weights (n_q, n_k): as many rows as x has tokens.
    """
    return attention(x @ W_Q, memory @ W_K, memory @ W_V)


class Projections(Protocol):
    """Four matrices (d_model, d_model), used as ``x @ W + b``, and their biases (d_model,)."""

    W_Q: NDArray[np.float64]
    W_K: NDArray[np.float64]
    W_V: NDArray[np.float64]
    W_O: NDArray[np.float64]
    b_Q: NDArray[np.float64]
    b_K: NDArray[np.float64]
    b_V: NDArray[np.float64]
    b_O: NDArray[np.float64]


def multi_head_cross_attention(
    x: NDArray[np.float64], memory: NDArray[np.float64], weights: Projections, n_heads: int
) -> NDArray[np.float64]:
    """The same with several heads.

    x is (..., n_q, d_model) and memory (..., n_k, d_model).  Returns (..., n_q, d_model).
    """
    Q = split_heads(x @ weights.W_Q + weights.b_Q, n_heads)  # (..., h, n_q, d_head)
    K = split_heads(memory @ weights.W_K + weights.b_K, n_heads)  # (..., h, n_k, d_head)
    V = split_heads(memory @ weights.W_V + weights.b_V, n_heads)  # (..., h, n_k, d_head)
    output, _ = attention(Q, K, V)  # (..., h, n_q, d_head)
    return merge_heads(output) @ weights.W_O + weights.b_O  # (..., n_q, d_model)
