"""Lines of a terminal report: wrapped text with styles, before anyone decides about colour.

The plain report and the coloured one are made from the same lines, so that neither says more than the other.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grader.reports.inert import harmless_line

__all__ = ["Line", "Span", "Style", "columns", "fitted", "paragraph", "plain_text", "table", "wrapped"]

Style: TypeAlias = Literal["plain", "strong", "good", "partly", "bad", "faint"]


@dataclass(frozen=True)
class Span:
    text: str
    style: Style = "plain"


Line: TypeAlias = tuple[Span, ...]


def plain_text(line: Line) -> str:
    return "".join(span.text for span in line).rstrip()


def columns(text: str) -> int:
    """How many columns a terminal takes for `text` (wide letters take two, combining marks none)."""
    return sum(_columns_of(character) for character in text)


def _columns_of(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def wrapped(text: str, width: int) -> list[str]:
    """`text` in lines of at most `width` columns: broken at spaces, and inside a word only if it's longer.

    Line breaks in `text` are kept, and so is the indentation of each of its lines.
    """
    lines: list[str] = []
    for row in text.split("\n"):
        indent = row[: len(row) - len(row.lstrip(" "))][: width // 2]
        line = indent
        for word in row.split():
            gap = "" if line == indent else " "
            if columns(line) + len(gap) + columns(word) <= width:
                line += gap + word
                continue
            if line != indent:
                lines.append(line)
            *full, rest = _pieces(word, width - len(indent))
            lines.extend(indent + piece for piece in full)
            line = indent + rest
        lines.append(line)
    return [harmless_line(line) for line in lines]


def _pieces(word: str, width: int) -> list[str]:
    """A word that is too long for a line, in pieces that aren't."""
    pieces, piece, used = [], "", 0
    for character in word:
        needed = _columns_of(character)
        if used + needed > width:
            pieces.append(piece)
            piece, used = "", 0
        piece += character
        used += needed
    return [*pieces, piece]


def fitted(text: str, width: int) -> str:
    """`text` cut to `width` columns, with dots where something is missing."""
    if columns(text) <= width:
        return text
    first: str = _pieces(text, max(width - 3, 1))[0]
    return f"{first}..."


def paragraph(
    text: str,
    width: int,
    *,
    indent: int = 0,
    lead: str = "",
    style: Style = "plain",
    lead_style: Style = "strong",
    most_lines: int | None = None,
) -> list[Line]:
    """`text` wrapped and indented; `lead` stands before its first line, and the others hang below the text.

    With `most_lines`, what goes beyond is cut and the last line ends in dots.
    """
    hang = indent + columns(lead)
    lines = wrapped(text, max(width - hang, 10))
    if most_lines is not None and len(lines) > most_lines:
        lines = [*lines[: most_lines - 1], "..."]
    first = (Span(" " * indent), Span(lead, lead_style), Span(lines[0], style))
    return [first, *((Span(" " * hang), Span(line, style)) for line in lines[1:])]


def table(rows: Sequence[Sequence[Span]], width: int, *, right: Iterable[int] = ()) -> list[Line]:
    """Rows of cells in columns two spaces apart, indented by two.

    The columns are as wide as their widest cell; the first and the last give way where `width` is short, and
    their cells then go on in the lines below.  Columns in `right` are aligned to the right.
    """
    gap, margin = 2, 2
    widths = [max(columns(row[c].text) for row in rows) for c in range(len(rows[0]))]
    room = width - margin - gap * (len(widths) - 1) - sum(widths[1:-1])
    if widths[0] + widths[-1] > room:
        widths[0] = min(widths[0], max(room - widths[-1], room * 2 // 5, 8))
        widths[-1] = max(room - widths[0], 8)
    lines: list[Line] = []
    for row in rows:
        cells = [wrapped(span.text, w) for span, w in zip(row, widths, strict=True)]
        for n in range(max(map(len, cells))):
            line: list[Span] = [Span(" " * margin)]
            for c, (span, w) in enumerate(zip(row, widths, strict=True)):
                text = cells[c][n] if n < len(cells[c]) else ""
                pad = " " * (w - columns(text)) if c < len(widths) - 1 or c in right else ""
                line.append(Span(pad + text if c in right else text + pad, span.style))
                line.append(Span(" " * gap))
            lines.append(tuple(line[:-1]))
    return lines
