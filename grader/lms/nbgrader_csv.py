"""The table that ``nbgrader export`` writes, for what reads that: same columns, one line per student."""

from __future__ import annotations

from grader.classroom.reports.spreadsheet import Value, written
from grader.lms.marks import ClassMarks, Mark

__all__ = ["COLUMNS", "render"]

COLUMNS = (
    "assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email", "raw_score",
    "late_submission_penalty", "score", "max_score",
)  # fmt: skip
BYTE_ORDER_MARK = "\ufeff"  # what reads nbgrader's file takes it for a part of "assignment"


def render(results: ClassMarks) -> str:
    """`results` as CSV; points that aren't final are empty cells, and no text is a formula to a spreadsheet."""
    return written(COLUMNS, (_line(results, mark) for mark in results.marks)).removeprefix(BYTE_ORDER_MARK)


def _line(results: ClassMarks, mark: Mark) -> tuple[Value, ...]:
    name = mark.name if mark.name != mark.student else ""  # where nobody's name is known, the id stands for it
    last, comma, first = name.partition(",")
    # Which of a name's words is the family's can't be told (Ana García López), so they stay together.
    names = (last.strip(), first.strip()) if comma else (name, "")
    points = None if mark.points is None else float(mark.points)
    email = mark.student if "@" in mark.student else ""
    penalty = None if points is None else 0
    return results.assignment, None, None, mark.student, *names, email, points, penalty, points, float(mark.max_points)
