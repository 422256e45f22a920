"""Points, after all judging is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from grader.model.results import Diagnosis, Finding
from grader.model.text import Text
from grader.model.verdict import Verdict

__all__ = ["CheckGrade", "Forfeit", "FormGrade", "GradeReport", "ItemGrade", "ItemState"]


class ItemState(Enum):
    """How an item stands, for a person who only reads one word of it."""

    PASSED = "passed"
    PARTIAL = "partial"
    FAILED = "failed"
    MISSING = "missing"
    FOR_REVIEW = "for_review"
    UNGRADABLE = "ungradable"


@dataclass(frozen=True)
class CheckGrade:
    id: str
    title: Text
    verdict: Verdict
    points: Fraction
    max_points: Fraction
    hidden: bool
    message: Text | None = None
    notes: tuple[Text, ...] = ()


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
    """`found_as` maps each role of the component to the name that the student gave it."""

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
