"""The words for states, verdicts and points that every report for people shares."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grader.checks.supporting import is_right_alone
from grader.model import CheckGrade, GradeReport, ItemGrade, ItemState, Level, Text, Verdict

__all__ = ["LEVELS", "STATES", "VERDICTS", "number", "open_points", "rounded", "verdict_on"]

STATES: Mapping[ItemState, Text] = {
    ItemState.PASSED: Text("passed"),
    ItemState.PARTIAL: Text("partly"),
    ItemState.FAILED: Text("not passed"),
    ItemState.MISSING: Text("not found"),
    ItemState.FOR_REVIEW: Text("for review"),
    ItemState.UNGRADABLE: Text("not graded"),
}

# Titles of checks are claims ("rows add up to 1"), so that a verdict reads as an answer to one.
VERDICTS: Mapping[Verdict, Text] = {
    Verdict.UNGRADABLE: Text("could not be graded"),
    Verdict.MISSING: Text("nothing to check"),
    Verdict.CRASHED: Text("the Python process ended"),
    Verdict.OUT_OF_MEMORY: Text("out of memory"),
    Verdict.TIMED_OUT: Text("took too long"),
    Verdict.FLOODED: Text("printed too much"),
    Verdict.UNREADABLE: Text("unreadable answer"),
    Verdict.RAISED: Text("stopped with an error"),
    Verdict.WRONG: Text("no"),
    Verdict.FOR_REVIEW: Text("needs the teacher's eye"),
    Verdict.DECIDED: Text("decided by the teacher"),
    Verdict.INCONCLUSIVE: Text("could not be decided"),
    Verdict.SKIPPED: Text("not tried"),
    Verdict.NOT_APPLICABLE: Text("does not apply"),
    Verdict.PASSED: Text("yes"),
}

_RIGHT_ALONE = Text("yes, but it doesn't count yet")


def verdict_on(check: CheckGrade) -> Text:
    """The answer to its claim: what is right and earns nothing by itself isn't called wrong."""
    return _RIGHT_ALONE if is_right_alone(check.message) else VERDICTS[check.verdict]


LEVELS: Mapping[Level, Text] = {
    Level.INFO: Text("note"),
    Level.WARNING: Text("warning"),
    Level.ERROR: Text("error"),
}


def number(points: Fraction, limit: Fraction | None = None) -> str:
    """Points for people: two decimals at most, no trailing zeros.

    Less than `limit` never looks like `limit`, and more than nothing never like nothing.
    """
    shown = round(points, 2)
    if limit is not None and shown >= limit > points:
        shown = Fraction(int(points * 100), 100)
    if shown == 0 and points > 0:
        shown = Fraction(1, 100)
    return f"{float(shown):.2f}".rstrip("0").rstrip(".")


def rounded(points: Fraction) -> int | float:
    """Points for programs: four decimals at most, a whole number where it is one."""
    return int(points) if points.denominator == 1 else float(round(points, 4))


def open_points(grades: GradeReport | ItemGrade, verdict: Verdict) -> Fraction:
    """What the checks with `verdict` are worth (UNGRADABLE or FOR_REVIEW): neither earned nor lost yet."""
    if isinstance(grades, GradeReport):
        return sum((open_points(item, verdict) for item in grades.items), Fraction(0))
    return sum((c.max_points - c.points for c in grades.checks if c.verdict is verdict), Fraction(0))
