"""What a text generator gave back, read as a text, and as what it came."""

from __future__ import annotations

from typing import Literal, TypeAlias

from grader.compare import NotNumbers, numbers
from grader.model import Value

__all__ = ["CameAs", "form_of", "text_of"]

CameAs: TypeAlias = Literal["text", "ids", "characters"]


def form_of(value: Value) -> CameAs:
    if _joined(value) is not None:
        return "characters"
    return "text" if isinstance(value[0] if isinstance(value, tuple) and value else value, str) else "ids"


def text_of(value: Value, alphabet: str) -> str | NotNumbers:
    """The text, also out of a pair, of characters, or decoded from ids (n,) or (1, n)."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple) and len(value) > 1 and isinstance(value[0], str) and not isinstance(value[1], str):
        return value[0]
    if (joined := _joined(value)) is not None:
        return joined
    ids = numbers(value)
    if isinstance(ids, NotNumbers):
        return ids
    whole = ids.data.size > 0 and ids.data.ndim <= 2 and max(ids.shape[:-1], default=1) == 1
    if not whole or ids.data.dtype.kind not in "iuf" or ((ids.data < 0) | (ids.data >= len(alphabet))).any():
        return NotNumbers("an array that isn't one sequence of token ids")
    return "".join(alphabet[int(i)] for i in ids.data.reshape(-1))


def _joined(value: Value) -> str | None:
    """Of a list that never was: of characters, or of them after the prompt."""
    parts = [part for part in value if isinstance(part, str)] if isinstance(value, tuple) else []
    never_joined = isinstance(value, tuple) and 1 < len(value) == len(parts) and {*map(len, parts[1:])} == {1}
    return "".join(parts) if never_joined else None
