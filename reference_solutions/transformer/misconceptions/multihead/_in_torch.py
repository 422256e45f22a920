"""Multi-head attention in torch, rightly: with separate projections, and as a list of heads."""

from __future__ import annotations

import math
from typing import Any

import torch
from torch import nn


def _attended(q: Any, k: Any, v: Any, mask: Any) -> Any:
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        scores = scores.masked_fill(mask == 0, float("-inf"))
    return torch.softmax(scores, dim=-1) @ v


class Separate(nn.Module):  # type: ignore[misc]
    """Four projections of d_model to d_model, cut into heads."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        if d_model % n_heads:
            raise ValueError(f"d_model = {d_model} can't be cut into {n_heads} heads of equal size")
        self.n_heads = n_heads
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4))

    def forward(self, x: Any, mask: Any = None) -> Any:
        return self.o(self.merged(_attended(*self.projected(x), mask)))

    def projected(self, x: Any) -> tuple[Any, Any, Any]:
        return self.split(self.q(x)), self.split(self.k(x)), self.split(self.v(x))

    def split(self, x: Any) -> Any:
        return x.unflatten(-1, (self.n_heads, -1)).transpose(1, 2)

    def merged(self, z: Any) -> Any:
        return z.transpose(1, 2).flatten(2)


class OneHead(nn.Module):  # type: ignore[misc]
    def __init__(self, d_model: int, d_k: int) -> None:
        super().__init__()
        self.q, self.k, self.v = (nn.Linear(d_model, d_k) for _ in range(3))

    def forward(self, x: Any, mask: Any = None) -> Any:
        if mask is not None and mask.dim() == 4:
            mask = mask[:, 0]
        return _attended(self.q(x), self.k(x), self.v(x), mask)


class HeadByHead(nn.Module):  # type: ignore[misc]
    """A list of heads, each with projections of its own, and an output projection."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        if d_model % n_heads:
            raise ValueError(f"d_model = {d_model} can't be cut into {n_heads} heads of equal size")
        self.heads = nn.ModuleList([OneHead(d_model, d_model // n_heads) for _ in range(n_heads)])
        self.o = nn.Linear(d_model, d_model)

    def forward(self, x: Any, mask: Any = None) -> Any:
        return self.o(torch.cat([head(x, mask) for head in self.heads], dim=-1))
