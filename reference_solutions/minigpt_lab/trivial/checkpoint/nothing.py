"""Nothing is saved, and nothing comes back."""

from __future__ import annotations

from typing import Any

from ... import checkpoint as right


class MiniGPT(right.MiniGPT):
    """The one that is given."""


class CharTokenizer(right.CharTokenizer):
    """The one that is given."""


def save_checkpoint(model: Any, tok: Any, path: str) -> None:
    del model, tok, path


def load_checkpoint(path: str) -> Any:
    del path
