"""What checking a notebook gave: how each item stands, and how many public checks pass."""

from __future__ import annotations

from dataclasses import dataclass

from grader.components.unfound import is_written
from grader.model import CheckGrade, Finding, ItemGrade, ItemState, Text, Verdict
from grader.student.again import Ran
from grader.student.public import PublicChecks, PublicItem

__all__ = ["Checked", "CheckedItem"]

# What the diagnosis calls an item that still raises the starting point's NotImplementedError.
NOT_WRITTEN = "not_written_yet"


@dataclass(frozen=True, eq=False)
class CheckedItem:
    """`grade` has one point for each public check; None where the item has none, and then `named` says whether
    its answers are given.  `code` is the fingerprint of what it depends on, `waits_for` the item whose unwritten part
    stopped this one, and `seconds` what judging it took.
    """

    item: PublicItem
    grade: ItemGrade | None
    named: bool = False
    code: str = ""
    waits_for: PublicItem | None = None
    seconds: float = 0.0

    @property
    def asked(self) -> tuple[CheckGrade, ...]:
        """The public checks that apply to how the student wrote it."""
        checks = self.grade.checks if self.grade is not None else ()
        return tuple(check for check in checks if check.verdict is not Verdict.NOT_APPLICABLE)

    @property
    def passed(self) -> int:
        return sum(check.verdict is Verdict.PASSED for check in self.asked)

    @property
    def public(self) -> int:
        """How many public checks the item has, whatever form it's written in: the same for every notebook."""
        return len({id_ for ids in self.item.checks.values() for id_ in ids})

    @property
    def inapplicable(self) -> int:
        """Those of them that don't apply to how it's written."""
        return self.public - len(self.asked) if self.asked and not self.not_started else 0

    @property
    def not_started(self) -> bool:
        """Nothing stands for it, or what stands there is the starting point."""
        if self.grade is None:
            return bool(self.item.names) and not self.named
        if self.grade.state is ItemState.MISSING:
            return not is_written(self.missing)
        return not self.passed and any(reason.id == NOT_WRITTEN for reason in self.grade.diagnosis)

    @property
    def missing(self) -> Text | None:
        """What is said of what isn't there."""
        checks = () if self.grade is None else self.grade.checks
        return next((check.message for check in checks if check.verdict is Verdict.MISSING), None)

    @property
    def is_unknown(self) -> bool:
        """Are there public checks of it, and this edition of the grader doesn't know its component?"""
        return self.grade is None and self.item.is_public

    @property
    def is_done(self) -> bool:
        """No public check of it fails."""
        if self.grade is None:
            return not self.not_started and not self.is_unknown
        return bool(self.asked) and self.passed == len(self.asked) and self.grade.forfeit is None


@dataclass(frozen=True, eq=False)
class Checked:
    """What checking a notebook gave; `fresh` are the ids of items that were checked just now, and `not_run` the
    numbers of cells that they don't need.
    """

    public: PublicChecks
    items: tuple[CheckedItem, ...]
    findings: tuple[Finding, ...] = ()
    fresh: frozenset[str] = frozenset()
    ran: Ran | None = None
    not_run: frozenset[int] = frozenset()

    @property
    def passed(self) -> int:
        return sum(item.passed for item in self.items)

    @property
    def asked(self) -> int:
        """How many public checks the items have together, whatever the notebook has of them."""
        return sum(item.public for item in self.items)

    @property
    def inapplicable(self) -> int:
        return sum(item.inapplicable for item in self.items)

    @property
    def fails(self) -> bool:
        """Does a public check fail, or is something not written yet?"""
        return not all(item.is_done for item in self.items)

    @property
    def is_our_failure(self) -> bool:
        return any(
            item.is_unknown or any(check.verdict is Verdict.UNGRADABLE for check in item.asked) for item in self.items
        )
