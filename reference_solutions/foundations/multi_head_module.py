"""The multi-head attention that the notebook gives ready made, to look into.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.2.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn


class MultiHeadAttention(nn.Module):  # type: ignore[misc]
    """x (B, n, d_model) to (B, n, d_model)."""

    def __init__(self, d_model: int, n_heads: int) -> None:
        super().__init__()
        if d_model % n_heads:
            raise ValueError(f"{n_heads} heads don't divide {d_model} features")
        self.n_heads = n_heads
        self.d_k = d_model // n_heads
        self.W_Q = nn.Linear(d_model, d_model)
        self.W_K = nn.Linear(d_model, d_model)
        self.W_V = nn.Linear(d_model, d_model)
        self.W_O = nn.Linear(d_model, d_model)

    def split(self, x: Tensor) -> Tensor:
        """(B, n, d_model) to (B, h, n, d_k)."""
        B, n, _ = x.shape
        return x.view(B, n, self.n_heads, self.d_k).transpose(1, 2)

    def forward(self, x: Tensor) -> Tensor:
        B, n, d_model = x.shape
        q, k, v = self.split(self.W_Q(x)), self.split(self.W_K(x)), self.split(self.W_V(x))  # (B, h, n, d_k)
        weights = torch.softmax(q @ k.transpose(-2, -1) / self.d_k**0.5, dim=-1)  # (B, h, n, n)
        mixed = (weights @ v).transpose(1, 2).reshape(B, n, d_model)
        output: Tensor = self.W_O(mixed)
        return output
