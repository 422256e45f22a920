"""A look at the model, and nothing reckoned."""

from __future__ import annotations

from typing import Any


def mean_loss(model: Any, data: Any) -> float:
    """A look at the model, and nothing reckoned."""
    return float(model(data[None, :8]).mean())
