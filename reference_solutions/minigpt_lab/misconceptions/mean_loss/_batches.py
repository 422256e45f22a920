"""The reference's loop over batches in pieces, so that a variant can say in a line what it does otherwise."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import torch
from torch.nn.functional import cross_entropy

from ...mean_loss import windows


def evaluation_mode(model: Any) -> None:
    model.eval()


def training_mode(model: Any) -> None:
    model.train()


def as_it_is(model: Any) -> None:
    """The model's mode isn't touched."""


def mean_over_positions(logits: Any, x: Any, y: Any) -> Any:
    """Logits (B, n, V), ids (B, n) of what went in and of what should come out."""
    return cross_entropy(logits.flatten(0, 1), y.flatten())


def losses(
    model: Any,
    data: Any,
    n_batches: int,
    batch_size: int,
    *,
    begin: Callable[[Any], None] = evaluation_mode,
    around: Callable[[], AbstractContextManager[Any]] = torch.no_grad,
    draw: Callable[[Any, int, int], tuple[Any, Any]] = windows,
    loss_of: Callable[[Any, Any, Any], Any] = mean_over_positions,
    end: Callable[[Any], None] = training_mode,
) -> list[float]:
    """The loss of each batch, by default in nats per token."""
    begin(model)
    found: list[float] = []
    with around():
        for _ in range(n_batches):
            x, y = draw(data, model.context, batch_size)
            found.append(loss_of(model(x), x, y).item())
    end(model)
    return found


def mean(numbers: list[float]) -> float:
    return sum(numbers) / len(numbers)
