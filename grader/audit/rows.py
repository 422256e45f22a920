"""What the audit says: rows of a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Literal, TypeAlias

__all__ = ["AuditReport", "Kind", "Outcome", "Row", "listed"]

Kind: TypeAlias = Literal[
    "rubric", "file", "reference", "solved", "misconception", "alike", "trivial", "starter", "mutant", "release"
]


class Outcome(Enum):
    """A `NOTE` is neither: something that a teacher should know and that isn't shown to be right."""

    OK = "ok"
    FAULT = "fault"
    NOTE = "note"


@dataclass(frozen=True)
class Row:
    """One claim about the course: what was `expected` of `subject`, and what it `got`; `component` if it's of one."""

    kind: Kind
    subject: str
    expected: str
    got: str
    outcome: Outcome
    seconds: float = 0.0
    component: str = ""

    @property
    def ok(self) -> bool:
        """Is it no fault?"""
        return self.outcome is not Outcome.FAULT


@dataclass(frozen=True)
class AuditReport:
    """`quick`: without the mutants.  `components` are those that were audited."""

    assignment: str
    components: tuple[str, ...]
    seed: int
    quick: bool
    rows: tuple[Row, ...]
    seconds: float

    @property
    def ok(self) -> bool:
        return all(row.ok for row in self.rows)

    @property
    def faults(self) -> tuple[Row, ...]:
        return tuple(row for row in self.rows if not row.ok)


def listed(names: Iterable[str], none: str = "nothing") -> str:
    """``a, b and c``."""
    words = list(names)
    if len(words) < 2:
        return words[0] if words else none
    return f"{', '.join(words[:-1])} and {words[-1]}"
