"""A curve that no model made."""

from __future__ import annotations

from typing import Any


def train(model: Any, data: Any, steps: int = 100) -> list[float]:
    """A curve that no model made."""
    return [2.4 * 0.97**step for step in range(steps)]
