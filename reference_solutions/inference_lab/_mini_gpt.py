"""A MiniGPT in torch as the course builds it, open enough for a cache: its attention takes keys and values as they are.

Radford et al., "Language Models are Unsupervised Multitask Learners" (2019), section 2.3.
"""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn


def causal_mask(n: int, total: int) -> Any:
    """(n, total), True = may attend: the rows of the last `n` of `total` tokens."""
    return torch.ones(n, total, dtype=torch.bool).tril(diagonal=total - n)


class Attention(nn.Module):  # type: ignore[misc]
    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.n_heads = n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))

    def projected(self, x: Any) -> tuple[Any, Any, Any]:
        """Queries, keys and values (B, h, n, d_k) of x (B, n, d)."""
        return self.split(self.q(x)), self.split(self.k(x)), self.split(self.v(x))

    def split(self, x: Any) -> Any:
        return x.unflatten(-1, (self.n_heads, -1)).transpose(1, 2)

    def attended(self, q: Any, k: Any, v: Any, mask: Any) -> Any:
        """(B, n, d): each of n queries averages the values of all keys, as far as `mask` (n, keys) lets it."""
        scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (B, h, n, keys)
        weights = torch.softmax(scores.masked_fill(~mask, float("-inf")), dim=-1)
        return self.o((weights @ v).transpose(1, 2).flatten(2))


class Block(nn.Module):  # type: ignore[misc]
    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.attention = Attention(d_model, n_heads)
        self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))


class MiniGPT(nn.Module):  # type: ignore[misc]
    def __init__(
        self, vocab_size: int, d_model: int = 64, n_heads: int = 4, n_layers: int = 3, context: int = 64
    ) -> None:
        super().__init__()
        self.context = context
        self.tokens = nn.Embedding(vocab_size, d_model)
        self.positions = nn.Embedding(context, d_model)
        self.blocks = nn.ModuleList([Block(d_model, n_heads) for _ in range(n_layers)])
        self.norm = nn.LayerNorm(d_model)
        self.head = nn.Linear(d_model, vocab_size)

    def forward(self, idx: Any) -> Any:
        """Logits (B, n, V) of tokens (B, n), without a cache."""
        n = idx.shape[1]
        x = self.tokens(idx) + self.positions(torch.arange(n))  # (B, n, d)
        for block in self.blocks:
            q, k, v = block.attention.projected(block.norm1(x))
            x = x + block.attention.attended(q, k, v, causal_mask(n, n))
            x = x + block.ffn(block.norm2(x))
        return self.head(self.norm(x))
