"""A student's text inside our own messages: one line, no control characters, not too long."""

from __future__ import annotations

__all__ = ["visible"]


def visible(text: str, most: int = 40) -> str:
    r"""`text` with everything that doesn't print written out, at most `most` characters and "...".

    That covers line breaks, terminal escapes and the marks that turn the direction of writing (``\u202e``);
    bytes of a file name that aren't UTF-8 (Python's surrogate escapes) become ``\xNN``.
    """
    cut = text if len(text) <= most else text[:most] + "..."
    return "".join(character if character.isprintable() else _escaped(character) for character in cut)


def _escaped(character: str) -> str:
    if "\udc80" <= character <= "\udcff":
        return f"\\x{ord(character) - 0xDC00:02x}"
    return character.encode("unicode_escape", "backslashreplace").decode("ascii")
