"""Grouped-query attention in torch, rightly."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn


class Grouped(nn.Module):  # type: ignore[misc]
    """Four projections; `kv_width` is that of keys and values together."""

    def __init__(self, d_model: int, n_heads: int, n_kv_heads: int) -> None:
        super().__init__()
        self.n_heads, self.n_kv_heads, self.d_head = n_heads, n_kv_heads, d_model // n_heads
        self.q = nn.Linear(d_model, d_model)
        self.k = nn.Linear(d_model, n_kv_heads * self.d_head)
        self.v = nn.Linear(d_model, n_kv_heads * self.d_head)
        self.o = nn.Linear(d_model, d_model)

    def forward(self, x: Any, mask: Any = None) -> Any:
        q, k, v = (self.split(projection(x)) for projection in (self.q, self.k, self.v))
        k, v = self.repeated(k), self.repeated(v)
        scores = q @ k.transpose(-2, -1) / math.sqrt(self.d_head)
        if mask is not None:
            scores = scores.masked_fill(mask == 0, float("-inf"))
        return self.o((torch.softmax(scores, dim=-1) @ v).transpose(1, 2).flatten(2))

    def split(self, x: Any) -> Any:
        return x.unflatten(-1, (-1, self.d_head)).transpose(1, 2)

    def repeated(self, x: Any) -> Any:
        return x.repeat_interleave(self.n_heads // x.shape[1], dim=1)
