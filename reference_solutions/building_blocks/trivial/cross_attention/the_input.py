"""A module with plausible parameters that gives x back."""

from __future__ import annotations

from typing import Any

from torch import nn


class CrossAttention(nn.Module):  # type: ignore[misc]
    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(d_model, d_model) for _ in range(4 * (n_heads > 0)))

    def forward(self, x: Any, memory: Any, mask: Any = None) -> Any:  # noqa: ARG002 - the contract's signature
        return x
