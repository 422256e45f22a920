"""Every id is 0, and every text empty."""

from __future__ import annotations

from typing import Any


class CharTokenizer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.vocab_size = 0

    def encode(self, text: str) -> Any:
        return [0 for _ in text]

    def decode(self, _: Any) -> Any:
        return ""
