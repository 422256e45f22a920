"""What each head of a multi-head attention looks at: a heat map for each.

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.2 and the figures of the appendix.
"""

from __future__ import annotations

import torch
from torch import Tensor

from .multi_head_module import MultiHeadAttention


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """softmax(q kᵀ / √d_k) of each head, by the module's own projections.

    x is (B, n, d_model).  Returns (B, h, n, n): rows are queries, and add up to 1.
    """
    with torch.no_grad():  # to look at, not to train
        q = mha.split(mha.W_Q(x))  # (B, h, n, d_k)
        k = mha.split(mha.W_K(x))  # (B, h, n, d_k)
        scores = q @ k.transpose(-2, -1) / mha.d_k**0.5  # (B, h, n, n)
        return torch.softmax(scores, dim=-1)
