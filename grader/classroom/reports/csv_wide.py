"""One line per student, one column per item: for spreadsheets.  Its columns: docs/class-report.md."""

from __future__ import annotations

from grader.classroom.pseudonyms import anonymized
from grader.classroom.reports.spreadsheet import Value, joined, written
from grader.classroom.results import ClassResults
from grader.classroom.standings import Row, rows

__all__ = ["BEFORE_ITEMS", "BEHIND_ITEMS", "render"]

BEFORE_ITEMS = ("student", "name", "state", "points", "so_far", "open_points", "max_points")
BEHIND_ITEMS = ("flags", "misconceptions", "source", "sha256")


def render(results: ClassResults, *, anonymize: bool = False) -> str:
    """`results` as CSV.  Points that aren't final are empty cells."""
    if anonymize:
        results = anonymized(results)
    header = (*BEFORE_ITEMS, *(f"item_{item['id']}" for item in results.items), *BEHIND_ITEMS)
    return written(header, map(_line, rows(results)))


def _line(row: Row) -> tuple[Value, ...]:
    flags = [*row.flags, *(f"{cell.item}:{flag}" for cell in row.cells for flag in cell.flags)]
    mistakes = dict.fromkeys(mistake for cell in row.cells for mistake in cell.misconceptions)
    return (
        row.student,
        row.name,
        row.state.value,
        row.points,
        row.so_far,
        row.open_points,
        row.max_points,
        *(cell.points for cell in row.cells),
        joined(flags),
        joined(mistakes),
        row.source,
        row.sha256,
    )
