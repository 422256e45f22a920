"""The identity, whatever the module says."""

from __future__ import annotations

import torch
from torch import Tensor

from ... import multi_head_module


class MultiHeadAttention(multi_head_module.MultiHeadAttention):
    """The class that the notebook gives."""


def attention_weights_per_head(mha: MultiHeadAttention, x: Tensor) -> Tensor:
    """The identity."""
    return torch.eye(x.shape[1]).expand(len(x), mha.n_heads, -1, -1)
