"""What goes in comes out."""

from __future__ import annotations

from typing import Any


class CharTokenizer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.vocab_size = text

    def encode(self, text: str) -> Any:
        return text

    def decode(self, ids: Any) -> Any:
        return ids
