"""A model with the right signature that gives its target back."""

from __future__ import annotations

from typing import Any

import torch
from torch import nn


class EncoderDecoder(nn.Module):  # type: ignore[misc]
    def __init__(self, src_vocab: int, tgt_vocab: int, d_model: int, n_heads: int, n_layers: int) -> None:
        super().__init__()
        self.tgt_vocab = tgt_vocab
        self.tokens = nn.Embedding(src_vocab, d_model)
        self.layers = nn.ModuleList([nn.Linear(d_model, d_model * n_heads) for _ in range(n_layers)])
        self.head = nn.Linear(d_model, tgt_vocab)

    def forward(self, src: Any, tgt: Any) -> Any:  # noqa: ARG002 - the contract's signature
        return torch.nn.functional.one_hot(tgt, self.tgt_vocab).float()
