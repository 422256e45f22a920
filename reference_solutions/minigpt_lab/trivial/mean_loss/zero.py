"""No loss at all."""

from __future__ import annotations

from typing import Any


def mean_loss(model: Any, data: Any) -> float:
    """No loss at all."""
    return 0.0
