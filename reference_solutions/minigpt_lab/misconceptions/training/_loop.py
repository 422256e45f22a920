"""The reference's loop in pieces, so that a variant can say in a line what it does otherwise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch.nn.functional import cross_entropy

from ...training import windows


def adamw(model: Any, lr: float) -> Any:
    return torch.optim.AdamW(model.parameters(), lr=lr)


def training_mode(model: Any) -> None:
    model.train()


def mean_over_positions(logits: Any, x: Any, y: Any) -> Any:
    """Logits (B, n, V), ids (B, n) of what went in and of what should come out."""
    return cross_entropy(logits.flatten(0, 1), y.flatten())


def downhill(optimizer: Any, loss: Any) -> None:
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


def keep_number(losses: list[Any], loss: Any) -> None:
    losses.append(loss.item())


def trained(
    model: Any,
    data: Any,
    steps: int,
    batch_size: int,
    lr: float,
    *,
    optimizer_of: Callable[[Any, float], Any] = adamw,
    begin: Callable[[Any], None] = training_mode,
    draw: Callable[[Any, int, int], tuple[Any, Any]] = windows,
    loss_of: Callable[[Any, Any, Any], Any] = mean_over_positions,
    step: Callable[[Any, Any], None] = downhill,
    keep: Callable[[list[Any], Any], None] = keep_number,
) -> list[Any]:
    """What is kept of each step, by default its loss."""
    optimizer = optimizer_of(model, lr)
    begin(model)
    losses: list[Any] = []
    for _ in range(steps):
        x, y = draw(data, model.context, batch_size)
        loss = loss_of(model(x), x, y)
        step(optimizer, loss)
        keep(losses, loss)
    return losses
