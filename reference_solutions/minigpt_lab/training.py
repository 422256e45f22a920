"""Training: draw windows, ask for the next tokens, measure, go a step downhill.

In torch, since what it's about is the state of a module: it's written to be read, and the audit runs it; no check does.
Cross-entropy: Goodfellow, Bengio, Courville, "Deep Learning" (2016), section 6.2.1.1.
AdamW: Loshchilov, Hutter, "Decoupled Weight Decay Regularization" (2019), algorithm 2.
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


def train(model: Any, data: Any, steps: int = 500, batch_size: int = 32, lr: float = 3e-3) -> list[float]:
    """The loss of each step, in nats per token; the first is near ln V."""
    optimizer = torch.optim.AdamW(model.parameters(), lr=lr)
    model.train()
    losses = []
    for _ in range(steps):
        x, y = windows(data, model.context, batch_size)
        logits = model(x)  # (B, n, V)
        loss = cross_entropy(logits.flatten(0, 1), y.flatten())  # the mean over all B n positions
        optimizer.zero_grad()  # backward adds to what is there
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses
