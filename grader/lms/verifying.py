"""Are recorded scores those that grading gives?  Each difference is told, and whoever can't be compared."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from grader.classroom.roster import Roster
from grader.lms.entering import as_number
from grader.lms.marks import Mark, scaled
from grader.lms.matching import match
from grader.lms.scores import Recorded
from grader.model import Text

__all__ = ["Comparison", "Verdict", "compared"]


class Verdict(Enum):
    SAME = "same"
    DIFFERS = "differs"
    # Nothing is known against the score, and nothing for it.
    NOT_GRADED = "not_graded"


@dataclass(frozen=True)
class Comparison:
    student: str
    verdict: Verdict
    reason: Text | None = None


def compared(marks: Sequence[Mark], recorded: Sequence[Recorded], roster: Roster | None = None) -> list[Comparison]:
    """`marks` of a fresh grading against what is recorded, each student once."""
    matches = match(marks, [one.line for one in recorded], roster)
    by_row = {one.line.row: one for one in recorded}
    made: list[Comparison] = []
    for mark in marks:
        line = matches.lines.get(mark.student)
        if line is not None:
            made.append(_compared(mark, by_row.pop(line.row)))
    for mark, reason in matches.problems:
        if mark.state != "no_submission":
            made.append(Comparison(mark.label, Verdict.DIFFERS, reason))
    for rest in by_row.values():
        # Several rows may be meant by one student: they are told of once, above.
        if rest.score is not None and as_number(rest.score) != 0:
            reason = Text("{score} is recorded, and there is nothing to grade.", {"score": rest.score})
            made.append(Comparison(rest.line.label, Verdict.DIFFERS, reason))
    return made


def _compared(mark: Mark, one: Recorded) -> Comparison:
    if mark.state == "no_submission":
        if one.score is None or as_number(one.score) == 0:
            return Comparison(mark.label, Verdict.SAME)
        reason = Text("{score} is recorded, and there is nothing to grade.", {"score": one.score})
        return Comparison(mark.label, Verdict.DIFFERS, reason)
    if mark.points is None:
        return Comparison(mark.label, Verdict.NOT_GRADED, Text("Its points aren't final."))
    grade = scaled(mark.points, mark.max_points, one.maximum)
    values = {"score": one.score or "-", "grade": f"{grade.normalize():f}"}
    if one.score is None:
        return Comparison(mark.label, Verdict.DIFFERS, Text("Nothing is recorded; grading gives {grade}.", values))
    number = as_number(one.score)
    if number is not None and _is_rounded(number, mark, one.maximum):
        return Comparison(mark.label, Verdict.SAME)
    return Comparison(mark.label, Verdict.DIFFERS, Text("{score} is recorded; grading gives {grade}.", values))


def _is_rounded(number: Decimal, mark: Mark, maximum: Decimal | None) -> bool:
    """Is `number` the grade to as many decimals as it has?  Two are what gradebooks keep, and some have none."""
    assert mark.points is not None
    most = mark.max_points if maximum is None else maximum
    exact = mark.points * most / mark.max_points if mark.max_points else mark.points
    exponent = number.as_tuple().exponent
    unit = Decimal(1).scaleb(exponent) if isinstance(exponent, int) and exponent > -2 else Decimal("0.01")
    # Who rounds so that less than everything never looks like everything rounds that one down.
    down = math.floor(exact) == number and number + 1 == most
    return abs(exact - number) <= unit / 2 or down
