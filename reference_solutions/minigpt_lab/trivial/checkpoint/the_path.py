"""What goes in comes out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...checkpoint import MiniGPT as GivenModel
from ...tokenizer import CharTokenizer as GivenTokenizer


class MiniGPT(GivenModel):
    """The one that is given."""


class CharTokenizer(GivenTokenizer):
    """The one that is given."""


def save_checkpoint(model: Any, tok: Any, path: str) -> None:
    del model, tok
    Path(path).write_text(path, encoding="utf-8")


def load_checkpoint(path: str) -> Any:
    return path, path
