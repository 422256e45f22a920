"""Canvas's gradebook, exported as CSV: which column is the assignment's, and which rows are students.

By the rules of its importer (``lib/gradebook_importer.rb``): students are found by their Canvas id, then by SIS id,
login and name; a column whose title isn't one of the course's would make a new assignment, so the header stays as it
is; columns that are "(read only)" and scores that Canvas computes are never imported.
"""

from __future__ import annotations

import re
from decimal import Decimal

from grader.errors import UsageError
from grader.lms.entering import Sheet, as_number
from grader.lms.matching import Line
from grader.lms.table import Table, read_table
from grader.model import Text

__all__ = ["gradebook"]

_STUDENT = (
    "Student",
    "LastName",
    "FirstName",
    "ID",
    "SIS User ID",
    "SIS Login ID",
    "Integration ID",
    "Root Account",
    "Section",
)
_COMPUTED = re.compile(r"\b(?:Current|Final|Override) (?:Score|Points|Grade|Status)\b")
_POSTING = re.compile(r"\s*(?:Muted|Manual Posting.*)?\s*", re.I)


def gradebook(data: bytes, column: str, name: str) -> Sheet:
    """The gradebook in `data`, with the assignment that is called `column`, with or without the number behind it."""
    table = read_table(data, name)
    header = [value.strip() for value in table.header]
    named = "LastName" in header[:1]
    if len(header) < 4 or not (named or ("Student" in header[0] and "ID" in header[1])):
        raise UsageError(Text("{file} isn't a gradebook that Canvas exported.", {"file": name}))
    at = _column(header, column, name)
    maximum: Decimal | None = None
    lines: list[Line] = []
    for number in range(1, len(table.rows)):
        values = [cell.value for cell in table.rows[number]]
        first = values[0]
        if "Points Possible" in first:
            possible = table.value(number, at)
            if "read only" in possible.lower():
                raise UsageError(
                    Text("Canvas computes the column {column}; nothing can be entered.", {"column": column})
                )
            maximum = as_number(possible)
        elif not all(_POSTING.fullmatch(value) for value in values):
            line = _line(number, header, values, named)
            # How grades are posted may stand there in the course's language, beside "(read only)": nobody's row.
            if line.name or line.ids:
                lines.append(line)
    return Sheet(table, at, tuple(lines), maximum, _has_commas(table, at, lines))


def _line(number: int, header: list[str], values: list[str], named: bool) -> Line:
    info = dict(zip(header, values, strict=False))
    name = f"{info.get('LastName', '')}, {info.get('FirstName', '')}".strip(", ") if named else values[0].strip()
    ids = (info.get(kind, "").strip() for kind in ("ID", "SIS User ID", "SIS Login ID", "Integration ID"))
    return Line(number, name, tuple(filter(None, ids)))


def _column(header: list[str], wanted: str, name: str) -> int:
    assignments = {
        at: title for at, title in enumerate(header) if title not in _STUDENT and not _COMPUTED.search(title)
    }
    exact = [at for at, title in assignments.items() if title == wanted.strip()]
    found = exact or [at for at, title in assignments.items() if re.sub(r"\s*\(\d+\)$", "", title) == wanted.strip()]
    if len(found) == 1:
        return found[0]
    values = {"file": name, "column": wanted, "columns": "; ".join(assignments.values())}
    if found:
        raise UsageError(Text("{file} has several columns {column}; name one of: {columns}", values))
    raise UsageError(Text("{file} has no column {column}; it has: {columns}", values))


def _has_commas(table: Table, at: int, lines: list[Line]) -> bool:
    """Has the file decimal commas?  By its numbers, whichever column they stand in."""
    rows = [1, *(line.row for line in lines)] if len(table.rows) > 1 else []
    values = (cell.value.strip() for row in rows for cell in table.rows[row][3:])
    numbers = [value for value in values if as_number(value) is not None]
    commas, points = (sum(mark in value for value in numbers) for mark in ",.")
    return commas > points or (commas == points == 0 and table.delimiter == ";")
