"""The Transformer block: tokens talk (attention), then each thinks for itself (FFN), on a residual stream.

Vaswani et al., "Attention Is All You Need" (2017), sections 3.1 and 3.3, for post-LN with ReLU;
Xiong et al., "On Layer Normalization in the Transformer Architecture" (2020), figure 1, for pre-LN;
Ba, Kiros, Hinton, "Layer Normalization" (2016), section 3; Hendrycks, Gimpel, "Gaussian Error Linear
Units" (2016), section 2.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ._erf import erf
from .multihead import AttentionWeights, Head, attention_parameter_count, multi_head_attention, multihead

Activation = Callable[[NDArray[np.float64]], NDArray[np.float64]]


def layer_norm(
    x: NDArray[np.float64],
    eps: float = 1e-5,
    gain: NDArray[np.float64] | None = None,
    bias: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """Each token's features moved to mean 0 and variance 1, then `gain` and `bias`, both (d,), if given.

    x is (..., d), and so is the result.  The variance is the biased one (divided by d), and `eps` is
    added to it inside the root, so that a constant token gives zeros and not NaN.
    """
    mean: NDArray[np.float64] = x.mean(axis=-1, keepdims=True)  # (..., 1)
    centred = x - mean  # (..., d)
    variance: NDArray[np.float64] = (centred * centred).mean(axis=-1, keepdims=True)  # (..., 1)
    normalised = centred / np.sqrt(variance + eps)  # (..., d)
    if gain is not None:
        normalised = normalised * gain  # (..., d)
    if bias is not None:
        normalised = normalised + bias  # (..., d)
    return normalised


def relu(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """max(0, x); same shape as x."""
    return np.maximum(x, 0.0)


def gelu(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """x Φ(x), with Φ the distribution function of N(0, 1); same shape as x."""
    cumulative: NDArray[np.float64] = 0.5 * (1.0 + erf(x / math.sqrt(2.0)))  # same shape
    return x * cumulative


def gelu_tanh(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """GELU by its tanh approximation, at most 5e-4 away; same shape as x."""
    inner = math.sqrt(2.0 / math.pi) * (x + 0.044715 * x * x * x)  # same shape
    return 0.5 * x * (1.0 + np.tanh(inner))


def feed_forward(
    x: NDArray[np.float64],
    W1: NDArray[np.float64],
    b1: NDArray[np.float64],
    W2: NDArray[np.float64],
    b2: NDArray[np.float64],
    activation: Activation = relu,
) -> NDArray[np.float64]:
    """activation(x W1 + b1) W2 + b2, for each token on its own.

    x is (..., d), W1 (d, d_ff), b1 (d_ff,), W2 (d_ff, d), b2 (d,).  Returns (..., d).
    """
    hidden = activation(x @ W1 + b1)  # (..., d_ff)
    return hidden @ W2 + b2  # (..., d)


def transformer_block(
    x: NDArray[np.float64],
    heads: Sequence[Head],
    W_O: NDArray[np.float64],
    W1: NDArray[np.float64],
    b1: NDArray[np.float64],
    W2: NDArray[np.float64],
    b2: NDArray[np.float64],
    mask: NDArray[np.bool_] | None = None,
) -> NDArray[np.float64]:
    """The block of the paper: post-LN, ReLU, and here layer norms without gain and bias.

    x is (n, d); `heads`, W_O and `mask` as in `multihead`; W1, b1, W2, b2 as in `feed_forward`.  Returns (n, d).
    """
    y = layer_norm(x + multihead(x, heads, W_O, mask))  # (n, d)
    return layer_norm(y + feed_forward(y, W1, b1, W2, b2, relu))  # (n, d)


@dataclass(frozen=True, eq=False)
class BlockWeights:
    """One block's parameters; layer norm 1 is the attention's and 2 the FFN's.

    gain1, bias1, gain2, bias2 and b2 are (d,); W1 is (d, 4d), b1 (4d,), W2 (4d, d).
    """

    attention: AttentionWeights
    gain1: NDArray[np.float64]
    bias1: NDArray[np.float64]
    gain2: NDArray[np.float64]
    bias2: NDArray[np.float64]
    W1: NDArray[np.float64]
    b1: NDArray[np.float64]
    W2: NDArray[np.float64]
    b2: NDArray[np.float64]


def pre_ln_block(
    x: NDArray[np.float64],
    weights: BlockWeights,
    n_heads: int,
    mask: NDArray[np.bool_] | None = None,
    activation: Activation = gelu,
    eps: float = 1e-5,
) -> NDArray[np.float64]:
    """Normalise what goes into each sublayer; the residual stream itself is only ever added to.

    x is (..., n, d); `mask` as in `multi_head_attention`.  Returns (..., n, d).
    """
    w = weights
    normed = layer_norm(x, eps, w.gain1, w.bias1)  # (..., n, d)
    x = x + multi_head_attention(normed, w.attention, n_heads, mask)  # (..., n, d)
    normed = layer_norm(x, eps, w.gain2, w.bias2)  # (..., n, d)
    return x + feed_forward(normed, w.W1, w.b1, w.W2, w.b2, activation)  # (..., n, d)


def post_ln_block(
    x: NDArray[np.float64],
    weights: BlockWeights,
    n_heads: int,
    mask: NDArray[np.bool_] | None = None,
    activation: Activation = gelu,
    eps: float = 1e-5,
) -> NDArray[np.float64]:
    """Normalise what comes out of each sum: the order of the 2017 paper.

    x is (..., n, d); `mask` as in `multi_head_attention`.  Returns (..., n, d).
    """
    w = weights
    summed = x + multi_head_attention(x, w.attention, n_heads, mask)  # (..., n, d)
    x = layer_norm(summed, eps, w.gain1, w.bias1)  # (..., n, d)
    summed = x + feed_forward(x, w.W1, w.b1, w.W2, w.b2, activation)  # (..., n, d)
    return layer_norm(summed, eps, w.gain2, w.bias2)  # (..., n, d)


def block_parameter_count(d_model: int) -> int:
    """Attention with biases, an FFN 4 times as wide with biases, and two layer norms."""
    d_ff = 4 * d_model
    ffn = d_model * d_ff + d_ff + d_ff * d_model + d_model
    layer_norms = 2 * (d_model + d_model)
    return attention_parameter_count(d_model) + ffn + layer_norms
