"""A class as a table: one row per student, one cell per item of the rubric, whatever became of the submission.

Every report of a class is made from these rows.  What isn't final has no points (`None`): a zero is only ever what
a student's work earned.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from grader.classroom.results import ClassResults, Result, another_of
from grader.model import ItemState, Level, Verdict

__all__ = ["FLAGS", "Cell", "CellState", "Row", "RowState", "rows"]


class RowState(Enum):
    """How a student stands: all points are final, some are open; there is no report, because of us or because the file
    can't be read; there is no submission.
    """

    GRADED = "graded"
    OPEN = "open"
    NOT_GRADED = "not_graded"
    UNREADABLE = "unreadable"
    NO_SUBMISSION = "no_submission"


class CellState(Enum):
    """An item's state in the report, or why there is none."""

    PASSED = "passed"
    PARTIAL = "partial"
    FAILED = "failed"
    MISSING = "missing"
    FOR_REVIEW = "for_review"
    UNGRADABLE = "ungradable"
    NOT_GRADED = "not_graded"
    NO_SUBMISSION = "no_submission"


FLAGS = (
    "raised",
    "timed_out",
    "out_of_memory",
    "crashed",
    "flooded",
    "forfeit",
    "follow_through",
    "for_review",
    "ungradable",
)
"""What a cell may be marked with, in this order: verdicts of its checks, and what happened to the item as a whole."""

_OPEN = {Verdict.FOR_REVIEW.value, Verdict.UNGRADABLE.value}
_OPEN_STATES = {ItemState.FOR_REVIEW.value, ItemState.UNGRADABLE.value}


@dataclass(frozen=True)
class Cell:
    """One student's item.

    `points` is None unless they are final; `so_far` is what is earned whatever becomes of the rest (None where that
    is nothing yet), and `open_points` what may still be added.  `diagnosis` has the report's entries.  `asked` is the
    answer that waits for the teacher, shortened, and `is_decided` says that the teacher gave the points.
    """

    item: str
    state: CellState
    max_points: float
    points: float | None = None
    so_far: float | None = None
    open_points: float | None = None
    flags: tuple[str, ...] = ()
    diagnosis: tuple[Mapping[str, Any], ...] = ()
    asked: str = ""
    is_decided: bool = False

    @property
    def misconceptions(self) -> tuple[str, ...]:
        """Ids of the known mistakes that explain it (``softmax/no_max_subtraction``); a symptom has no slash."""
        return tuple(entry["id"] for entry in self.diagnosis if "/" in entry["id"])


@dataclass(frozen=True)
class Row:
    """One student.  `points`, `so_far` and `open_points` as in `Cell`; `report` is None where there is none.

    `flags` are kinds of attention that name the student, ``cell_failed`` where a cell of the notebook stopped, and
    ``another_assignment`` where the notebook is likely to be for another one.
    """

    student: str
    name: str
    state: RowState
    cells: tuple[Cell, ...]
    max_points: float
    points: float | None = None
    so_far: float | None = None
    open_points: float | None = None
    flags: tuple[str, ...] = ()
    source: str = ""
    sha256: str = ""
    failure: str = ""
    report: Mapping[str, Any] | None = None

    @property
    def label(self) -> str:
        """What a person calls the student."""
        return self.name if self.name.strip() else self.student

    @property
    def is_counted(self) -> bool:
        """Is it in the class's figures?  Not where the notebook is likely to be for another assignment and has nothing
        in the items that make up more than half of the points of this one: such zeros say nothing of the items.

        One for two assignments at once is counted by each, and needs no majority: what it has decides.
        """
        missing = sum(cell.max_points for cell in self.cells if cell.state is CellState.MISSING)
        return "another_assignment" not in self.flags or 2 * missing <= self.max_points


def rows(results: ClassResults) -> tuple[Row, ...]:
    """Those with a submission in the order of `results`, then those without."""
    kinds: dict[str, list[str]] = {}
    for entry in results.attention:
        if entry.student:
            kinds.setdefault(entry.student, []).append(entry.kind)
    handed_in = [_row(results, result, kinds.get(result.student, ())) for result in results.results]
    nothing = [
        Row(
            student,
            results.missing_names.get(student, ""),
            RowState.NO_SUBMISSION,
            tuple(Cell(item["id"], CellState.NO_SUBMISSION, item["max_points"]) for item in results.items),
            results.max_points,
            flags=tuple(dict.fromkeys(kinds.get(student, ()))),
        )
        for student in results.missing
    ]
    return (*handed_in, *nothing)


def _row(results: ClassResults, result: Result, kinds: Iterable[str]) -> Row:
    report = result.report
    graded = {} if report is None else {item["id"]: item for item in report["items"]}
    cells = tuple(_cell(item, graded.get(item["id"])) for item in results.items)
    flags = [*kinds]
    if report is not None and any(_is_of_a_cell(finding) for finding in report["findings"]):
        flags.append("cell_failed")
    if another_of(report) is not None:
        flags.append("another_assignment")
    state, points, so_far, open_points = RowState.NOT_GRADED, None, None, results.max_points
    if result.unreadable:
        state = RowState.UNREADABLE
    if report is not None:
        # A report may be incomplete though none of its items is open: its sum isn't final either.
        final = report["complete"] and all(cell.points is not None for cell in cells)
        state = RowState.GRADED if final else RowState.OPEN
        points = report["points"] if final else None
        so_far = report["points"] if final else report["points"] or None
        open_points = _rounded(sum(cell.open_points or 0 for cell in cells))
    return Row(
        result.student,
        result.name,
        state,
        cells,
        results.max_points,
        points,
        so_far,
        open_points,
        tuple(dict.fromkeys(flags)),
        result.source,
        result.sha256,
        result.failure,
        report,
    )


def _is_of_a_cell(finding: Mapping[str, Any]) -> bool:
    """An error about the notebook as a whole, such as that it has no code, is none of a cell's."""
    return finding["level"] == Level.ERROR.value and finding.get("cell") is not None


def _cell(item: Mapping[str, Any], graded: Mapping[str, Any] | None) -> Cell:
    if graded is None:
        return Cell(item["id"], CellState.NOT_GRADED, item["max_points"], open_points=item["max_points"])
    checks = graded["checks"]
    still = [check for check in checks if check["verdict"] in _OPEN]
    is_open = bool(still) or graded["state"] in _OPEN_STATES
    return Cell(
        item["id"],
        CellState(graded["state"]),
        graded["max_points"],
        None if is_open else graded["points"],
        (graded["points"] or None) if is_open else graded["points"],
        _rounded(sum(check["max_points"] - check["points"] for check in still)),
        tuple(flag for flag in FLAGS if flag in _marks(graded)),
        tuple(graded["diagnosis"]),
        graded.get("asked", ""),
        any(check["verdict"] == Verdict.DECIDED.value for check in checks),
    )


def _marks(graded: Mapping[str, Any]) -> set[str]:
    marks = {check["verdict"] for check in graded["checks"]}
    return marks | {key for key in ("forfeit", "follow_through") if graded[key] is not None}


def _rounded(points: float) -> float:
    """Sums of numbers with four decimals, as such a number."""
    return round(points, 4)
