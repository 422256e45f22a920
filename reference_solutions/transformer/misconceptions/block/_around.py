"""A block's sublayers and norms, so that a variant can say in a line how it puts them together."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ...block import Activation, BlockWeights, feed_forward, gelu, layer_norm, relu
from ...multihead import Head, multi_head_attention, multihead

Numbers = NDArray[np.float64]
Mask = NDArray[np.bool_] | None
Heads = Sequence[Head]
# (..., n, d) to (..., n, d): a sublayer or a norm.
Layer = Callable[[Numbers], Numbers]


def given_sublayers(
    heads: Heads,
    W_O: Numbers,
    W1: Numbers,
    b1: Numbers,
    W2: Numbers,
    b2: Numbers,
    mask: Mask,
    activation: Activation = relu,
) -> tuple[Layer, Layer]:
    """Attention and FFN of `transformer_block`."""
    return lambda z: multihead(z, heads, W_O, mask), lambda z: feed_forward(z, W1, b1, W2, b2, activation)


def post_ln(x: Numbers, sublayers: tuple[Layer, Layer], norm: Layer = layer_norm) -> Numbers:
    """`transformer_block` around another norm."""
    for sublayer in sublayers:
        x = norm(x + sublayer(x))
    return x


def sublayers_of(weights: BlockWeights, n_heads: int, mask: Mask, activation: Activation = gelu) -> tuple[Layer, Layer]:
    """Attention and FFN of `pre_ln_block`."""
    w = weights
    return (
        lambda z: multi_head_attention(z, w.attention, n_heads, mask),
        lambda z: feed_forward(z, w.W1, w.b1, w.W2, w.b2, activation),
    )


def norms_of(weights: BlockWeights, norm: Layer = layer_norm) -> tuple[Layer, Layer]:
    """The attention's norm and the FFN's: `norm`, then gain and bias."""
    w = weights
    return lambda z: norm(z) * w.gain1 + w.bias1, lambda z: norm(z) * w.gain2 + w.bias2


def pre_ln(x: Numbers, sublayers: tuple[Layer, Layer], norms: tuple[Layer, Layer]) -> Numbers:
    """`pre_ln_block` with other parts."""
    for sublayer, norm in zip(sublayers, norms, strict=True):
        x = x + sublayer(norm(x))
    return x
