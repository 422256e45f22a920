"""A module with plausible parameters that gives zeros."""

from __future__ import annotations

from typing import Any

from torch import nn


class GroupedQueryAttention(nn.Module):  # type: ignore[misc]
    def __init__(self, d_model: int, n_heads: int, n_kv_heads: int) -> None:
        super().__init__()
        width = d_model // n_heads * n_kv_heads
        self.q, self.k = nn.Linear(d_model, d_model), nn.Linear(d_model, width)
        self.v, self.o = nn.Linear(d_model, width), nn.Linear(d_model, d_model)

    def forward(self, x: Any, mask: Any = None) -> Any:  # noqa: ARG002 - the contract's signature
        return 0 * x
