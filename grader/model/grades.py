"""Points, after all judging is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from grader.model.results import Diagnosis, Finding
from grader.model.rubric import Disclosure
from grader.model.text import Text
from grader.model.verdict import Verdict

__all__ = [
    "CheckGrade",
    "Edition",
    "Excerpt",
    "Figure",
    "Forfeit",
    "FormGrade",
    "GradeReport",
    "ItemGrade",
    "ItemState",
    "Place",
]


class ItemState(Enum):
    """How an item stands, for a person who only reads one word of it."""

    PASSED = "passed"
    PARTIAL = "partial"
    FAILED = "failed"
    MISSING = "missing"
    FOR_REVIEW = "for_review"
    UNGRADABLE = "ungradable"


class Edition(Enum):
    """Whom a report is for: teachers see everything, students not the evidence of hidden checks (`grader.redact`)."""

    TEACHER = "teacher"
    STUDENT = "student"


@dataclass(frozen=True)
class Place:
    """A line of the notebook: `cell` counts all its cells and `line` the lines of that cell, both from 1."""

    cell: int
    line: int


@dataclass(frozen=True)
class Excerpt:
    """Lines of the student's own code: those of `cell` from `first_line` on.

    `name` is what they define, and `left_out` how many lines of it follow; both are empty for lines around a place
    where the code stopped.
    """

    cell: int
    first_line: int
    lines: tuple[str, ...]
    name: str = ""
    left_out: int = 0

    def holds(self, place: Place) -> bool:
        return place.cell == self.cell and 0 <= place.line - self.first_line < len(self.lines)


@dataclass(frozen=True)
class Figure:
    """A matrix that `role` gave, and what is right there; `expected` is None where that isn't shown.

    `part` is "weights" where these are an attention's weights and not its output.  `shape` is that of the whole array,
    of which the rows from `corner`'s last two indices on are shown, under the leading indices before them.  `differs`
    says of each number whether it's outside the tolerance.
    """

    role: str
    part: str
    shape: tuple[int, ...]
    corner: tuple[int, ...]
    got: tuple[tuple[float, ...], ...]
    expected: tuple[tuple[float, ...], ...] | None
    differs: tuple[tuple[bool, ...], ...]


@dataclass(frozen=True)
class CheckGrade:
    """`shows_actual`: where the check is `hidden`, students may still see what their own code gave.

    `place` is where the student's code stopped with an error.
    """

    id: str
    title: Text
    verdict: Verdict
    points: Fraction
    max_points: Fraction
    hidden: bool
    message: Text | None = None
    notes: tuple[Text, ...] = ()
    shows_actual: bool = False
    place: Place | None = None
    figure: Figure | None = None

    @property
    def disclosure(self) -> Disclosure:
        return Disclosure.of(self.hidden, self.shows_actual)


@dataclass(frozen=True)
class Forfeit:
    """What the whole item loses for, whichever of its checks pass: `part` of its points (1 is all), and why.

    For answers that don't come from an implementation: a library's, or one that ignores what it's given.
    """

    part: Fraction
    reason: Text


@dataclass(frozen=True)
class FormGrade:
    """Another form of the same item that was also found and judged, and counted for less."""

    form: str
    found_as: Mapping[str, str]
    points: Fraction


@dataclass(frozen=True)
class ItemGrade:
    """`found_as` maps each role of the component to the name that the student gave it.

    `excerpts` are the student's own code of an item that lost points.
    """

    id: str
    title: Mapping[str, str]
    points: Fraction
    max_points: Fraction
    state: ItemState
    form: str
    found_as: Mapping[str, str]
    checks: tuple[CheckGrade, ...]
    diagnosis: tuple[Diagnosis, ...] = ()
    follow_through: Text | None = None
    forfeit: Forfeit | None = None
    other_forms: tuple[FormGrade, ...] = ()
    notes: tuple[Text, ...] = ()
    excerpts: tuple[Excerpt, ...] = ()


@dataclass(frozen=True)
class GradeReport:
    """One submission's grade.  `complete` is False when something was our fault: never a silent zero."""

    assignment: str
    title: Mapping[str, str]
    submission_name: str
    submission_sha256: str
    complete: bool
    points: Fraction
    max_points: Fraction
    seed: int
    isolation: str
    duration_seconds: float
    items: tuple[ItemGrade, ...]
    findings: tuple[Finding, ...]
    grader_version: str = ""
    edition: Edition = Edition.TEACHER
