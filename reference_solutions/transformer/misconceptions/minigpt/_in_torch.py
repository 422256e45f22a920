"""MiniGPT in torch, rightly, with its parts where a variant can replace them."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn

from ..multihead._in_torch import Separate


class Block(nn.Module):  # type: ignore[misc]
    def __init__(self, d_model: int, n_heads: int, d_ff: int | None = None) -> None:
        super().__init__()
        d_ff = 4 * d_model if d_ff is None else d_ff
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.attention = Separate(d_model, n_heads)
        self.ffn = nn.Sequential(nn.Linear(d_model, d_ff), nn.GELU(), nn.Linear(d_ff, d_model))

    def forward(self, x: Any, mask: Any) -> Any:
        x = x + self.attention(self.norm1(x), mask)
        return x + self.ffn(self.norm2(x))


class Model(nn.Module):  # type: ignore[misc]
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
        x = self.embedded(idx)
        mask = torch.ones(idx.shape[1], idx.shape[1], dtype=torch.bool).tril()
        for block in self.blocks:
            x = block(x, mask)
        return self.head(self.norm(x))

    def embedded(self, idx: Any) -> Any:
        return self.tokens(idx) + self.positions(torch.arange(idx.shape[1]))
