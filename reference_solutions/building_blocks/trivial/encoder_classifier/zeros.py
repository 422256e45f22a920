"""A classifier with the right parts that gives zeros."""

from __future__ import annotations

from typing import Any

from torch import nn


class EncoderClassifier(nn.Module):  # type: ignore[misc]
    def __init__(self, encoder: Any, d_model: int, n_classes: int) -> None:
        super().__init__()
        self.encoder, self.n_classes = encoder, n_classes
        self.head = nn.Linear(d_model, n_classes)

    def forward(self, idx: Any) -> Any:
        return self.head(self.encoder(idx)[:, 0]) * 0
