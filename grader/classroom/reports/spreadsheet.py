"""Comma-separated values for spreadsheets: RFC 4180, and no text that would be taken for a formula."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeAlias

from grader.reports.inert import visible

__all__ = ["Value", "as_written", "joined", "written"]

Value: TypeAlias = str | int | float | None

BYTE_ORDER_MARK = "\ufeff"  # without it Excel reads UTF-8 as the local code page, and accents break

# Spreadsheets compute cells that begin so, some of them after spaces or a quotation mark; the full-width
# signs are the same to those set up for Chinese, Japanese or Korean (OWASP, "CSV Injection").
_FORMULA = re.compile(r"""[\s"']*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n]""")
_LINE_BREAKS = re.compile("\r\n|[\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_QUOTED = re.compile('[",]|^\\s|\\s$')


def written(header: Sequence[str], lines: Iterable[Sequence[Value]]) -> str:
    """`header` and `lines`; text is guarded, numbers stay numbers and None is an empty cell."""
    rows = [",".join(map(_cell, line)) for line in (header, *lines)]
    return BYTE_ORDER_MARK + "".join(f"{row}\r\n" for row in rows)


def joined(ids: Iterable[str]) -> str:
    """Several ids in one cell."""
    return " ".join(ids)


def as_written(cell: str) -> str:
    """The text of a cell that `written` may have guarded."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell[1:]) else cell


def _cell(value: Value) -> str:
    if value is None:
        return ""
    if not isinstance(value, str):
        return str(int(value)) if value == int(value) else f"{value:.4f}".rstrip("0")
    return _repeated(value) if len(value) <= _SHORT else _text(value)


def _text(value: str) -> str:
    text = visible(_LINE_BREAKS.sub(" ", value))
    if _FORMULA.match(value):
        text = f"'{text}"
    return f'"{text.replace(chr(34), chr(34) * 2)}"' if _QUOTED.search(text) else text


_SHORT = 100
_repeated = lru_cache(maxsize=4096)(_text)  # a long table repeats its ids, titles and states in every line
