"""Random parameters for the references, and the same parameters in torch's own layers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from reference_solutions.transformer.block import BlockWeights
from reference_solutions.transformer.minigpt import MiniGPTWeights
from reference_solutions.transformer.multihead import AttentionWeights


def tensor(array: NDArray[Any]) -> Any:
    """A torch tensor of the same numbers and dtype."""
    return torch.from_numpy(np.ascontiguousarray(array))


def attention_weights(dice: np.random.Generator, d: int) -> AttentionWeights:
    matrices = [dice.normal(0, 1 / math.sqrt(d), (d, d)) for _ in range(4)]
    return AttentionWeights(*matrices, *(dice.normal(0, 0.5, d) for _ in range(4)))


def block_weights(dice: np.random.Generator, d: int) -> BlockWeights:
    return BlockWeights(
        attention=attention_weights(dice, d),
        gain1=dice.normal(1, 0.3, d),
        bias1=dice.normal(0, 0.3, d),
        gain2=dice.normal(1, 0.3, d),
        bias2=dice.normal(0, 0.3, d),
        W1=dice.normal(0, 1 / math.sqrt(d), (d, 4 * d)),
        b1=dice.normal(0, 0.5, 4 * d),
        W2=dice.normal(0, 1 / math.sqrt(4 * d), (4 * d, d)),
        b2=dice.normal(0, 0.5, d),
    )


def minigpt_weights(dice: np.random.Generator, vocab_size: int, d: int, n_layers: int, context: int) -> MiniGPTWeights:
    return MiniGPTWeights(
        token_embedding=dice.normal(0, 1, (vocab_size, d)),
        position_embedding=dice.normal(0, 1, (context, d)),
        blocks=tuple(block_weights(dice, d) for _ in range(n_layers)),
        gain=dice.normal(1, 0.3, d),
        bias=dice.normal(0, 0.3, d),
        W_head=dice.normal(0, 1 / math.sqrt(d), (d, vocab_size)),
        b_head=dice.normal(0, 0.5, vocab_size),
    )


def fill(parameter: Any, array: NDArray[np.float64]) -> None:
    with torch.no_grad():
        parameter.copy_(tensor(array))


def fill_attention(module: Any, weights: AttentionWeights) -> None:
    """nn.MultiheadAttention keeps (out, in) matrices, with those of q, k and v on top of each other."""
    w = weights
    fill(module.in_proj_weight, np.concatenate([w.W_Q.T, w.W_K.T, w.W_V.T]))
    fill(module.in_proj_bias, np.concatenate([w.b_Q, w.b_K, w.b_V]))
    fill(module.out_proj.weight, w.W_O.T)
    fill(module.out_proj.bias, w.b_O)


def fill_encoder_layer(layer: Any, weights: BlockWeights) -> None:
    fill_attention(layer.self_attn, weights.attention)
    for parameter, array in (
        (layer.norm1.weight, weights.gain1),
        (layer.norm1.bias, weights.bias1),
        (layer.norm2.weight, weights.gain2),
        (layer.norm2.bias, weights.bias2),
        (layer.linear1.weight, weights.W1.T),
        (layer.linear1.bias, weights.b1),
        (layer.linear2.weight, weights.W2.T),
        (layer.linear2.bias, weights.b2),
    ):
        fill(parameter, array)


class TorchMiniGPT(nn.Module):  # type: ignore[misc]  # torch is Any to mypy
    """The model put together from torch's own layers, with the given parameters, in float64."""

    def __init__(self, weights: MiniGPTWeights, n_heads: int) -> None:
        super().__init__()
        vocab_size, d = weights.token_embedding.shape
        self.token = nn.Embedding.from_pretrained(tensor(weights.token_embedding))
        self.position = nn.Embedding.from_pretrained(tensor(weights.position_embedding))
        self.layers = nn.ModuleList()
        for block in weights.blocks:
            layer = nn.TransformerEncoderLayer(
                d, n_heads, 4 * d, dropout=0.0, activation="gelu", batch_first=True, norm_first=True
            ).double()
            fill_encoder_layer(layer, block)
            self.layers.append(layer)
        self.norm = nn.LayerNorm(d).double()
        self.head = nn.Linear(d, vocab_size).double()
        fill(self.norm.weight, weights.gain)
        fill(self.norm.bias, weights.bias)
        fill(self.head.weight, weights.W_head.T)
        fill(self.head.bias, weights.b_head)

    def forward(self, idx: Any) -> Any:
        n = idx.shape[1]
        blocked = torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)  # torch: True = blocked
        x = self.token(idx) + self.position(torch.arange(n))
        for layer in self.layers:
            x = layer(x, src_mask=blocked)
        return self.head(self.norm(x))
