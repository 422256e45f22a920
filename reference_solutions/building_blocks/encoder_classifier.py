"""A classifier on an encoder: one linear layer reads the first token.

Devlin et al., "BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding" (2019), section 4.1:
the final hidden state of the first token, [CLS], stands for the whole sequence.
"""

from __future__ import annotations

from typing import Any

from torch import nn


class EncoderClassifier(nn.Module):  # type: ignore[misc]
    """`encoder` maps ids (B, n) to (B, n, d_model), each token having seen all others."""

    def __init__(self, encoder: Any, d_model: int, n_classes: int) -> None:
        super().__init__()
        self.encoder = encoder  # an attribute, so its parameters are this module's too
        self.head = nn.Linear(d_model, n_classes)

    def forward(self, idx: Any) -> Any:
        hidden = self.encoder(idx)  # (B, n, d_model)
        first = hidden[:, 0]  # (B, d_model)
        return self.head(first)  # (B, n_classes): logits
