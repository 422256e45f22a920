"""Grades into a platform's file: what would change, what stays and why; and the file with the changes."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation
from enum import Enum

from grader.classroom.roster import Roster
from grader.lms.marks import Mark, scaled
from grader.lms.matching import Line, Matches, match
from grader.lms.table import Table, rewritten
from grader.model import Text

__all__ = ["HELD", "Entry", "Outcome", "Plan", "Sheet", "as_number", "entries_of", "judged", "plan", "without_result"]

_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")


@dataclass(frozen=True)
class Sheet:
    """A platform's file, understood: grades stand in `column`, out of `maximum`, with a decimal comma where `comma`.

    `locked` says by row why the platform would not take a grade.
    """

    table: Table
    column: int
    lines: tuple[Line, ...]
    maximum: Decimal | None = None
    comma: bool = False
    locked: Mapping[int, Text] = field(default_factory=dict)


class Outcome(Enum):
    """What becomes of a student's grade."""

    CHANGED = "changed"
    SAME = "same"
    LOWER = "lower"
    LOCKED = "locked"
    NOT_FINAL = "not_final"
    OF_ANOTHER = "of_another"
    NO_SUBMISSION = "no_submission"
    NOT_FOUND = "not_found"


# Somebody who has a grade and doesn't get it entered: to be looked at.
HELD = frozenset({Outcome.LOWER, Outcome.LOCKED, Outcome.NOT_FINAL, Outcome.OF_ANOTHER, Outcome.NOT_FOUND})


@dataclass(frozen=True)
class Entry:
    """One student's: `old` is the grade that is there as text, `new` the one to enter; `reason` where it isn't."""

    mark: Mark
    outcome: Outcome
    old: str = ""
    new: str = ""
    reason: Text | None = None
    line: Line | None = None


@dataclass(frozen=True)
class Plan:
    """`without` are the file's students of whom there is no result; `maximum` is what the file's grades are out of."""

    entries: tuple[Entry, ...]
    without: tuple[Line, ...]
    file: bytes
    maximum: Decimal | None = None

    @property
    def is_whole(self) -> bool:
        return not any(entry.outcome in HELD for entry in self.entries)


def plan(sheet: Sheet, marks: Sequence[Mark], *, allow_decrease: bool = False, roster: Roster | None = None) -> Plan:
    """What entering `marks` into `sheet` means, and the file after it."""
    matches = match(marks, sheet.lines, roster)
    entries = entries_of(marks, matches, lambda mark, line: _entry(sheet, mark, line, allow_decrease))
    changes = {
        (entry.line.row, sheet.column): entry.new
        for entry in entries
        if entry.outcome is Outcome.CHANGED and entry.line is not None
    }
    return Plan(entries, without_result(sheet.lines, matches), rewritten(sheet.table, changes), sheet.maximum)


def entries_of(marks: Sequence[Mark], matches: Matches, entry_of: Callable[[Mark, Line], Entry]) -> tuple[Entry, ...]:
    """What becomes of each of `marks`; `entry_of` is asked of those whose line is there."""
    problems = {mark.student: reason for mark, reason in matches.problems}

    def one(mark: Mark) -> Entry:
        line = matches.lines.get(mark.student)
        if line is not None:
            return replace(entry_of(mark, line), line=line)
        if mark.state == "no_submission":
            return Entry(mark, Outcome.NO_SUBMISSION)
        return Entry(mark, Outcome.NOT_FOUND, reason=problems[mark.student])

    return tuple(map(one, marks))


def without_result(lines: Sequence[Line], matches: Matches) -> tuple[Line, ...]:
    """The platform's students of whom there is no result."""
    found = {line.row for line in matches.lines.values()}
    return tuple(line for line in lines if line.row not in found)


def _entry(sheet: Sheet, mark: Mark, line: Line, allow_decrease: bool) -> Entry:
    old = sheet.table.value(line.row, sheet.column)
    locked = sheet.locked.get(line.row)
    if len(sheet.table.rows[line.row]) != len(sheet.table.rows[0]):
        locked = Text("Its row has not as many cells as the header.")
    entry = judged(mark, old, sheet.maximum, locked=locked, allow_decrease=allow_decrease)
    return replace(entry, new=entry.new.replace(".", ",")) if sheet.comma else entry


def judged(
    mark: Mark, old: str, maximum: Decimal | None, *, locked: Text | None = None, allow_decrease: bool = False
) -> Entry:
    """What becomes of `mark` where the grade `old` (as text) is there, out of `maximum`."""
    if mark.state == "no_submission":
        return Entry(mark, Outcome.NO_SUBMISSION, old)
    if mark.points is None:
        return Entry(mark, Outcome.NOT_FINAL, old, reason=Text("Its points aren't final."))
    grade = scaled(mark.points, mark.max_points, maximum)
    new = f"{grade:.2f}"
    if locked is not None:
        return Entry(mark, Outcome.LOCKED, old, new, locked)
    if mark.of_another:
        reason = Text("The notebook says that it's for another assignment; --allow-other-assignment would enter it.")
        return Entry(mark, Outcome.OF_ANOTHER, old, new, reason)
    there = old.strip()
    if there in ("", "-"):
        return Entry(mark, Outcome.CHANGED, old, new)
    number = as_number(there)
    if number is None:
        return Entry(mark, Outcome.LOCKED, old, new, Text("{grade} is there, which isn't a number.", {"grade": there}))
    if number.quantize(Decimal("0.01")) == grade:
        return Entry(mark, Outcome.SAME, old, new)
    if grade < number and not allow_decrease:
        return Entry(mark, Outcome.LOWER, old, new, Text("A higher grade is there; --allow-decrease would lower it."))
    return Entry(mark, Outcome.CHANGED, old, new)


def as_number(text: str) -> Decimal | None:
    """A grade with a decimal point or comma; None for whatever else it may be (EX, a letter, 1.234,5)."""
    if not _NUMBER.fullmatch(text.strip()):
        return None
    try:
        return Decimal(text.strip().replace(",", "."))
    except InvalidOperation:
        return None
