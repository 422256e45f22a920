"""MiniGPT: a stack of causal blocks between an embedding and a head, to guess each next token.

Radford et al., "Language Models are Unsupervised Multitask Learners" (2019), section 2.3: GPT-2, in small.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .block import Activation, BlockWeights, block_parameter_count, gelu, layer_norm, pre_ln_block
from .masks import causal_mask


@dataclass(frozen=True, eq=False)
class MiniGPTWeights:
    """token_embedding (V, d), position_embedding (context, d), gain and bias (d,) of the last layer norm,
    W_head (d, V) and b_head (V,).
    """

    token_embedding: NDArray[np.float64]
    position_embedding: NDArray[np.float64]
    blocks: tuple[BlockWeights, ...]
    gain: NDArray[np.float64]
    bias: NDArray[np.float64]
    W_head: NDArray[np.float64]
    b_head: NDArray[np.float64]


def minigpt(
    idx: NDArray[np.integer],
    weights: MiniGPTWeights,
    n_heads: int,
    activation: Activation = gelu,
    eps: float = 1e-5,
) -> NDArray[np.float64]:
    """The logits (batch, n, V) of the token after each of the tokens `idx`, (batch, n) integers.

    ValueError if n exceeds the context: there are no positions beyond it.
    """
    n = idx.shape[-1]
    context = len(weights.position_embedding)
    if n > context:
        raise ValueError(f"{n} tokens don't fit a context of {context}")
    x = weights.token_embedding[idx] + weights.position_embedding[:n]  # (batch, n, d)
    mask = causal_mask(n)  # (n, n)
    for block in weights.blocks:
        x = pre_ln_block(x, block, n_heads, mask, activation, eps)  # (batch, n, d)
    # Pre-LN blocks never normalise the stream itself: that is done once, here.
    x = layer_norm(x, eps, weights.gain, weights.bias)  # (batch, n, d)
    return x @ weights.W_head + weights.b_head  # (batch, n, V)


def cross_entropy(logits: NDArray[np.float64], targets: NDArray[np.integer]) -> float:
    """The mean of -log softmax(logits)[target]; logits are (..., V), targets (...) integers.

    A model that knows nothing gives every token 1/V, and so a loss of ln V.
    """
    shifted = logits - logits.max(axis=-1, keepdims=True)  # (..., V)
    log_normaliser = np.log(np.exp(shifted).sum(axis=-1))  # (...)
    of_target = np.take_along_axis(shifted, targets[..., None], axis=-1)[..., 0]  # (...)
    return float((log_normaliser - of_target).mean())


def parameter_count(vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64) -> int:
    """Two embedding tables, the blocks, the last layer norm, and the head.  `n_heads` changes nothing."""
    embeddings = vocab_size * d_model + context * d_model
    last_layer_norm = 2 * d_model
    head = d_model * vocab_size + vocab_size
    return embeddings + n_layers * block_parameter_count(d_model) + last_layer_norm + head
