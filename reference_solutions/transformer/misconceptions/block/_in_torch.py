"""The block in torch, rightly."""

from __future__ import annotations

from typing import Any

from torch import nn

from ..multihead._in_torch import Separate


class Block(nn.Module):  # type: ignore[misc]
    """Pre-LN, GELU, an FFN of 4 d_model, dropout on both branches."""

    def __init__(self, d_model: int, n_heads: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(d_model), nn.LayerNorm(d_model)
        self.attention = Separate(d_model, n_heads)
        self.ffn = nn.Sequential(nn.Linear(d_model, 4 * d_model), nn.GELU(), nn.Linear(4 * d_model, d_model))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Any, mask: Any = None) -> Any:
        x = x + self.dropped(self.attended(self.norm1(x), mask))
        return x + self.dropped(self.fed(self.norm2(x)))

    def attended(self, x: Any, mask: Any) -> Any:
        return self.attention(x, mask)

    def fed(self, x: Any) -> Any:
        return self.ffn(x)

    def dropped(self, branch: Any) -> Any:
        return self.dropout(branch)
