"""A character tokenizer: each character's id is its position in the sorted alphabet of a text.

The simplest of all vocabularies; Karpathy, "The Unreasonable Effectiveness of Recurrent Neural Networks" (2015), feeds
a network one character at a time in this way.
"""

from __future__ import annotations

from collections.abc import Iterable


class CharTokenizer:
    """Of the characters of `text`; ``vocab_size`` is how many different ones there are."""

    def __init__(self, text: str) -> None:
        # A set alone has another order in each run of Python; sorted, the ids depend on the text and nothing else.
        self.alphabet = sorted(set(text))
        self.ids = {character: i for i, character in enumerate(self.alphabet)}
        self.vocab_size = len(self.alphabet)

    def encode(self, text: str) -> list[int]:
        """One id for each character; ValueError for one that isn't in the alphabet."""
        unknown = sorted(set(text) - set(self.ids))
        if unknown:
            raise ValueError(f"not in the alphabet: {unknown}")
        return [self.ids[character] for character in text]

    def decode(self, ids: Iterable[int]) -> str:
        return "".join(self.alphabet[int(i)] for i in ids)
