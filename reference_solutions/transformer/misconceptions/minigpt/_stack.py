"""The reference model in pieces, so that a variant can say in a line what it does otherwise."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ...block import BlockWeights, feed_forward, gelu, layer_norm, pre_ln_block
from ...masks import causal_mask
from ...minigpt import MiniGPTWeights

Numbers = NDArray[np.float64]
Ids = NDArray[np.integer]
Mask = NDArray[np.bool_]
# layer(x, weights, n_heads, mask) -> x
Layer = Callable[[Numbers, BlockWeights, int, Mask], Numbers]


def embedded(idx: Ids, weights: MiniGPTWeights) -> Numbers:
    """Tokens and positions, (batch, n, d)."""
    x: Numbers = weights.token_embedding[idx] + weights.position_embedding[: idx.shape[-1]]
    return x


def stacked(
    x: Numbers, weights: MiniGPTWeights, n_heads: int, mask: Mask | None = None, layer: Layer = pre_ln_block
) -> Numbers:
    """All blocks, one after another; the mask is causal unless given."""
    mask = causal_mask(x.shape[-2]) if mask is None else mask
    for block in weights.blocks:
        x = layer(x, block, n_heads, mask)
    return x


def headed(x: Numbers, weights: MiniGPTWeights) -> Numbers:
    """The last layer norm and the head."""
    return layer_norm(x, 1e-5, weights.gain, weights.bias) @ weights.W_head + weights.b_head


def layer_around(attention: Callable[..., Numbers]) -> Layer:
    """A pre-LN block around another multi-head attention."""

    def layer(x: Numbers, weights: BlockWeights, n_heads: int, mask: Mask) -> Numbers:
        w = weights
        x = x + attention(layer_norm(x, 1e-5, w.gain1, w.bias1), w.attention, n_heads, mask)
        return x + feed_forward(layer_norm(x, 1e-5, w.gain2, w.bias2), w.W1, w.b1, w.W2, w.b2, gelu)

    return layer
