"""What spreadsheets make of a student's id: zeros lost, an exponent, letters read in another encoding."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

__all__ = ["differs_in_zeros", "may_stand_for"]

# Those in which spreadsheets of these years read and save a CSV file in the languages of western Europe.
_ENCODINGS = ("utf-8", "cp1252", "iso8859-15", "cp850", "cp437", "mac_roman", "ascii")
_EXPONENT = re.compile(r"([0-9](?:[.,][0-9]+)?)[eE]\+?([0-9]{1,3})")
LONGEST = 200  # characters; a longer id isn't tried in all encodings


def differs_in_zeros(id_: str, written: str) -> bool:
    """A spreadsheet that takes 00123 for a number writes 123."""
    return id_.isdigit() and written.isdigit() and id_.lstrip("0") == written.lstrip("0")


def may_stand_for(written: str, id_: str) -> bool:
    """May a spreadsheet have made `written` of `id_`?  Many ids can come to the same: it's no proof of which it was."""
    if differs_in_zeros(id_, written) or _is_rounded(id_, written):
        return True
    if len(id_) > LONGEST or len(written) > 4 * LONGEST:
        return False
    wanted = _folded(written)
    return any(_folded(reading) == wanted for reading in _readings(id_))


def _is_rounded(id_: str, written: str) -> bool:
    """123456789012 as 1.23457E+11: as many digits as are there, rounded."""
    parts = _EXPONENT.fullmatch(written)
    if parts is None or not id_.isdecimal() or not id_.isascii():
        return False
    digits, exponent = parts[1].replace(",", "."), int(parts[2])
    shown = len(digits.partition(".")[2])
    number = int(id_)
    return len(str(number)) == exponent + 1 and f"{float(number):.{shown}e}".partition("e")[0] == digits


def _readings(id_: str) -> Iterator[str]:
    """`id_` after it was saved in one encoding and read in another, and after being saved once more."""
    for form in ("NFC", "NFD"):
        text = unicodedata.normalize(form, id_)
        for saved in _ENCODINGS:
            data = text.encode(saved, "replace")
            for read in _ENCODINGS:
                once = data.decode(read, "replace")
                yield once
                for again in _ENCODINGS[1:]:
                    yield once.encode(again, "replace").decode("cp1252", "replace")


def _folded(text: str) -> str:
    """Without accents, capitals and runs of spaces; whatever stands for a lost letter is a question mark."""
    plain = (c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    lost = ("?" if c == "\ufffd" or unicodedata.category(c) == "Cc" else c for c in plain)
    return " ".join("".join(lost).casefold().split())
