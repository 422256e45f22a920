"""What judging produces: results of checks, findings, diagnoses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from grader.model.replies import Raised
from grader.model.text import Text
from grader.model.values import Value
from grader.model.verdict import Verdict

__all__ = ["CheckResult", "Diagnosis", "Finding", "Level", "Observation"]


@dataclass(frozen=True, eq=False)
class Observation:
    """One question and what came back, kept so that a wrong answer can be explained afterwards.

    `role` is the function of the component that was asked (``softmax``, ``causal_mask`` ...);
    `got` is None where nothing usable came back, and `raised` the exception where there was one.  `within` says how
    far apart (absolutely, relatively) two answers may be that say the same, where the check is more generous than the
    answer's own precision: one by hand is rounded.
    """

    role: str
    case: str
    args: tuple[Value, ...]
    keywords: Mapping[str, Value]
    got: Value
    raised: Raised | None = None
    within: tuple[float, float] | None = None


@dataclass(frozen=True, eq=False)
class CheckResult:
    """`message` says what was asked, what came back and where the two part; None when it passed.

    `notes` are things that the student should know and that cost nothing (assumptions, oddities).
    `suspects` are ids of misconceptions that the check itself recognised; `raised` is the exception
    that settled it.
    """

    check: str
    verdict: Verdict
    message: Text | None = None
    notes: tuple[Text, ...] = ()
    observations: tuple[Observation, ...] = ()
    suspects: tuple[str, ...] = ()
    raised: Raised | None = None


@dataclass(frozen=True)
class Diagnosis:
    """The likely cause of a wrong answer, a misconception or a symptom: its `title` in a line, `hint` what to try.

    `cause` is what was done and why it matters; None for a symptom, of which that isn't known.
    """

    id: str
    title: Text
    hint: Text
    cause: Text | None = None

    def about(self, names: Mapping[str, str]) -> Diagnosis:
        """The same in the student's own `names` (`Text.about`)."""
        cause = None if self.cause is None else self.cause.about(names)
        return replace(self, title=self.title.about(names), hint=self.hint.about(names), cause=cause)


class Level(Enum):
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True)
class Finding:
    """Something about the submission as a whole; `cell` counts from 1."""

    level: Level
    message: Text
    cell: int | None = None
    details: Mapping[str, str] = field(default_factory=dict)
