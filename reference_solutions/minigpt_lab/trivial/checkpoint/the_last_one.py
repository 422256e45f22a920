"""Kept in memory, a copy of whatever was saved last."""

from __future__ import annotations

import copy
from typing import Any

from ... import checkpoint as right

_kept: list[Any] = []


class MiniGPT(right.MiniGPT):
    """The one that is given."""


class CharTokenizer(right.CharTokenizer):
    """The one that is given."""


def save_checkpoint(model: Any, tok: Any, path: str) -> None:
    del path
    _kept[:] = copy.deepcopy((model, tok))


def load_checkpoint(path: str) -> Any:
    del path
    return tuple(_kept)
