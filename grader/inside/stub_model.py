"""Drives a text generator with a model whose logits we choose, and notes how it was called."""

from __future__ import annotations

from typing import Any, Callable

__all__ = ["drive"]


def drive(function: Any, module: Any, request: dict[str, Any], to_live: Callable[[Any], Any]) -> dict[str, Any]:
    """See ``grader.model.asking.Generate``."""
    raise NotImplementedError
