"""How good a model is: the mean cross-entropy of the next token over random batches, without changing anything.

In torch, since what it's about is the state of a module: it's written to be read, and the audit runs it; no check does.
Cross-entropy: Goodfellow, Bengio, Courville, "Deep Learning" (2016), section 6.2.1.1.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.nn.functional import cross_entropy


def windows(data: Any, context: int, batch_size: int) -> tuple[Any, Any]:
    """Random windows of `data` (N,) and the tokens that follow: x and y, each (batch_size, context)."""
    starts = torch.randint(len(data) - context, (batch_size,))
    x = torch.stack([data[i : i + context] for i in starts])  # (B, n)
    y = torch.stack([data[i + 1 : i + context + 1] for i in starts])  # (B, n): x moved by one
    return x, y


def mean_loss(model: Any, data: Any, n_batches: int = 20, batch_size: int = 32) -> float:
    """Nats per token, in evaluation mode and without gradients; the model's mode is as before afterwards."""
    was_training = model.training
    model.eval()
    losses: list[float] = []
    with torch.no_grad():
        for _ in range(n_batches):
            x, y = windows(data, model.context, batch_size)
            logits = model(x)  # (B, n, V)
            losses.append(cross_entropy(logits.flatten(0, 1), y.flatten()).item())
    model.train(was_training)
    return sum(losses) / len(losses)
