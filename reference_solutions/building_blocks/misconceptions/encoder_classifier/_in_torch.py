"""A classifier on an encoder, rightly, in parts that a variant may exchange."""

from __future__ import annotations

from typing import Any

from torch import nn


class Classifier(nn.Module):  # type: ignore[misc]
    def __init__(self, encoder: Any, d_model: int, n_classes: int) -> None:
        super().__init__()
        self.encoder = encoder
        self.head = nn.Linear(d_model, n_classes)

    def forward(self, idx: Any) -> Any:
        return self.head(self.pooled(self.encoder(idx)))

    def pooled(self, hidden: Any) -> Any:
        return hidden[:, 0]
