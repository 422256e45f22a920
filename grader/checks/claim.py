"""A property that must hold, written as a function that says why it doesn't."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from grader.checks.student import Settled, Student, passed, wrong
from grader.model import CheckResult, Text, Verdict

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
        broken: object = self.holds(student)
        if broken is None:
            return passed(self)
        if not isinstance(broken, Text):  # a course's own claims are checked by no type checker
            message = Text(
                "The claim `{id}` gives {what}. A claim gives None where it holds, else a Text that says what doesn't.",
                {"id": self.id, "what": type(broken).__name__},
            )
            raise Settled(Verdict.UNGRADABLE, message)
        return wrong(self, broken)
