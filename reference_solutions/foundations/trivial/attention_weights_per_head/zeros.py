"""Zeros, whatever the module says."""

from __future__ import annotations

import torch
from torch import Tensor

from ... import multi_head_module


class MultiHeadAttention(multi_head_module.MultiHeadAttention):
    """The class that the notebook gives."""


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """Zeros."""
    return torch.zeros(len(x), mha.n_heads, x.shape[1], x.shape[1])
