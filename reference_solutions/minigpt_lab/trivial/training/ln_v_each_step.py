"""The first loss, again and again."""

from __future__ import annotations

from typing import Any


def train(model: Any, data: Any, steps: int = 100) -> list[float]:
    """The first loss, again and again."""
    return [2.4] * steps
