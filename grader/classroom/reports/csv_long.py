"""One line per student and item: for programs that group and join.  Its columns: docs/class-report.md."""

from __future__ import annotations

from collections.abc import Iterator

from grader.classroom.pseudonyms import anonymized
from grader.classroom.reports.spreadsheet import Value, joined, written
from grader.classroom.results import ClassResults
from grader.classroom.standings import rows

__all__ = ["COLUMNS", "render"]

COLUMNS = (
    "student", "name", "item", "title", "state", "points", "so_far", "open_points", "max_points", "flags",
    "misconceptions",
)  # fmt: skip


def render(results: ClassResults, *, anonymize: bool = False) -> str:
    """`results` as CSV.  Points that aren't final are empty cells."""
    return written(COLUMNS, _lines(anonymized(results) if anonymize else results))


def _lines(results: ClassResults) -> Iterator[tuple[Value, ...]]:
    for row in rows(results):
        for item, cell in zip(results.items, row.cells, strict=True):
            yield (
                row.student,
                row.name,
                cell.item,
                item["title"],
                cell.state.value,
                cell.points,
                cell.so_far,
                cell.open_points,
                cell.max_points,
                joined(cell.flags),
                joined(cell.misconceptions),
            )
