"""Student text that can be shown and can do nothing else.

What comes out of a submission (names, messages of exceptions, lines of code) may hold terminal commands that
clear the screen, rename the window, write the clipboard or print PASSED over FAILED; marks that turn
the reading order around; letters that nobody sees; and commands to the CI service that reads our output.
Here they become visible escapes (``\\x1b``), as Python itself would write them.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["LONGEST_VALUE", "harmless_line", "is_visible", "visible"]

LONGEST_VALUE = 600  # characters of one student string; more is no help to a reader

# Printable by Unicode's categories, but drawn as nothing: fillers, variation selectors, joiners.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# "##[group]" and "##teamcity[" are commands wherever they stand in a line of a CI log.
_CI_COMMAND = re.compile(r"#(?=#\w*\[)")
# GitHub takes a line that starts with "::", even after spaces, for a command.
_CI_LINE = re.compile(r"^(\s*):(?=:)")
# Nearly all that is ever shown: where nothing is unseen and no mark can stand, if it's printable.
_PLAIN = re.compile("[^\u0300-\u1fff\u20d0-\u20ff\u2800\u2c00-\U0010ffff]*")
_MARKS = ("Mn", "Me")
_MOST_MARKS = 2  # combining marks on one letter; stacks of them cover the lines above


def is_visible(character: str) -> bool:
    """Is it a letter, a mark, a sign or the plain space: something that a reader sees where it stands?"""
    return character.isprintable() and not _UNSEEN.match(character)


def visible(value: str) -> str:
    """`value` on one line, without anything that a terminal, a CI service or bidirectional layout would obey.

    More than `LONGEST_VALUE` characters are cut, and the text says how many.
    """
    rest = len(value) - LONGEST_VALUE
    head = value[:LONGEST_VALUE]
    if not (head.isprintable() and _PLAIN.fullmatch(head)):
        head = _seen(head)
    text = _CI_COMMAND.sub(r"\\x23", head)
    return f"{text}... (+{rest})" if rest > 0 else text


def _seen(value: str) -> str:
    pieces: list[str] = []
    marks = 0
    for character in value:
        marks = marks + 1 if unicodedata.category(character) in _MARKS else 0
        shown = is_visible(character) and marks <= _MOST_MARKS
        pieces.append(character if shown else escape(character))
    return "".join(pieces)


def escape(character: str) -> str:
    r"""The character as Python writes it in a string: ``\n``, ``\x1b``, ``\u202e``."""
    code = ord(character)
    short = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}.get(character)
    return short or (f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}")


def harmless_line(line: str) -> str:
    """A finished line of a report, so that no CI service takes it for a command."""
    return _CI_LINE.sub(r"\1\\x3a", line)
