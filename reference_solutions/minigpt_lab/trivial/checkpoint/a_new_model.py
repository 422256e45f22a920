"""An empty file, and a new model of the usual size."""

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
    Path(path).touch()


def load_checkpoint(path: str) -> Any:
    del path
    tok = CharTokenizer("abc")
    return MiniGPT(26), tok
