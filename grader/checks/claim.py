"""A property that must hold, written as a function that says why it doesn't."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grader.checks.student import Student, passed, wrong
from grader.model import CheckResult, Text

__all__ = ["Claim"]


@dataclass(frozen=True)
class Claim:
    """`holds(student)` returns None when the claim is true, else what was seen instead.

    It may settle another verdict on the way by raising :class:`~grader.checks.Settled`.
    """

    id: str
    title: Text
    holds: Callable[[Student], Text | None]

    def __call__(self, student: Student) -> CheckResult:
        broken = self.holds(student)
        return passed(self) if broken is None else wrong(self, broken)
