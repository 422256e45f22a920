"""One notebook on its author's own machine: the pipeline of grading, with the public checks.

The kernel is the same as in grading, and so is its confinement where the machine has one.  Where it has none that is
no reason to warn of anything: it's the student's own code.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from grader.follow_through import judge_all
from grader.intake import read_submission
from grader.judging import Judged, inspect_notebook, judge_item, names_used
from grader.kernel.launch import mentions_torch
from grader.kernel.session import KernelSession
from grader.kernel.warm import Zygote, start_warm
from grader.model import (
    Ask,
    CheckGrade,
    Definitions,
    Execution,
    Finding,
    Item,
    ItemGrade,
    ItemState,
    NoReply,
    Submission,
    Text,
    Verdict,
)
from grader.sandbox import choose
from grader.student.components import as_item, public_components
from grader.student.public import PublicChecks, PublicItem
from grader.student.recorded import RecordedReferences, recorded_mistakes

__all__ = ["Checked", "CheckedItem", "Checker", "Judging", "judge_public", "judging_of"]

# What the diagnosis calls an item that still raises the starting point's NotImplementedError.
NOT_WRITTEN = "not_written_yet"


@dataclass(frozen=True, eq=False)
class CheckedItem:
    """`grade` has one point for each public check; None where the item has none, and then `named` says whether
    something stands for it.  `waits_for` is the item whose unwritten part stopped this one.
    """

    item: PublicItem
    grade: ItemGrade | None
    named: bool = False
    waits_for: PublicItem | None = None

    @property
    def asked(self) -> tuple[CheckGrade, ...]:
        """The public checks that apply to how the student wrote it."""
        checks = self.grade.checks if self.grade is not None else ()
        return tuple(check for check in checks if check.verdict is not Verdict.NOT_APPLICABLE)

    @property
    def passed(self) -> int:
        return sum(check.verdict is Verdict.PASSED for check in self.asked)

    @property
    def not_started(self) -> bool:
        """Nothing stands for it, or what stands there is the starting point."""
        if self.grade is None:
            return not self.named
        if self.grade.state is ItemState.MISSING:
            return True
        return not self.passed and any(reason.id == NOT_WRITTEN for reason in self.grade.diagnosis)

    @property
    def is_done(self) -> bool:
        """No public check of it fails."""
        if self.grade is None:
            return self.named
        return bool(self.asked) and self.passed == len(self.asked) and self.grade.forfeit is None


@dataclass(frozen=True, eq=False)
class Checked:
    """What checking a notebook gave; `sources` are the lines of code that each item depends on."""

    public: PublicChecks
    items: tuple[CheckedItem, ...]
    findings: tuple[Finding, ...] = ()

    @property
    def passed(self) -> int:
        return sum(item.passed for item in self.items)

    @property
    def asked(self) -> int:
        return sum(len(item.asked) for item in self.items)

    @property
    def fails(self) -> bool:
        return not all(item.is_done for item in self.items)


@dataclass(frozen=True, eq=False)
class Judging:
    """How items are judged with the public part of an assignment, for any number of notebooks."""

    public: PublicChecks
    references: RecordedReferences

    def __call__(
        self,
        ask: Ask,
        submission: Submission,
        execution: Execution,
        only: Collection[str] = (),
        progress: Callable[[Text], None] = lambda _: None,
    ) -> Checked:
        components = public_components(self.public, self.references)
        definitions = inspect_notebook(ask, components)
        wanted = [item for item in self.public.items if not only or item.id in only]
        asked = {i.id: as_item(i, components[i.component]) for i in wanted if i.is_public and i.component in components}
        mistakes = cache(partial(recorded_mistakes, self.public))

        def judge(item: Item, ask: Ask) -> Judged:
            return judge_item(
                item,
                ask,
                definitions,
                self.references,
                mistakes,
                self.public.seed,
                submission,
                execution,
                components,
            )

        grades = judge_all(
            list(asked.values()),
            partial(names_used, definitions=definitions, components=components),
            ask,
            judge,
            lambda item: progress(Text("checking {item}", {"item": item.id})),
        )
        graded = dict(zip(asked, grades, strict=True))
        made = [CheckedItem(item, graded.get(item.id), _is_named(item, definitions)) for item in wanted]
        return Checked(self.public, _waiting(made, definitions), execution.findings)


def judging_of(public: PublicChecks) -> Judging:
    return Judging(public, RecordedReferences(public))


def judge_public(public: PublicChecks, ask: Ask, submission: Submission, execution: Execution) -> Checked:
    """Judge whatever answers through `ask`, once."""
    return judging_of(public)(ask, submission, execution)


def _is_named(item: PublicItem, definitions: Definitions | NoReply) -> bool:
    """Does something stand for each part of an item that isn't judged here?"""
    if isinstance(definitions, NoReply) or not item.names:
        return False
    return all(not set(definitions.public_names).isdisjoint(names) for names in item.names)


def _waiting(items: list[CheckedItem], definitions: Definitions | NoReply) -> tuple[CheckedItem, ...]:
    """`items`, where one that stopped in another's unwritten part waits for that."""
    if isinstance(definitions, NoReply):
        return tuple(items)
    described = definitions.described

    def cells(checked: CheckedItem) -> set[int | None]:
        names = checked.grade.found_as.values() if checked.grade is not None else ()
        return {described[name].cell for name in names if name in described} - {None}

    unwritten = [checked for checked in items if checked.not_started]
    made = []
    for checked in items:
        stopped = {check.place.cell for check in checked.asked if check.place is not None}
        others = [o for o in unwritten if o is not checked and stopped and stopped <= cells(o) - cells(checked)]
        waits = checked.not_started and others
        made.append(replace(checked, waits_for=others[0].item) if waits else checked)
    return tuple(made)


class Checker:
    """Checks notebooks of one assignment, in kernels that are forked from one process.  Close it."""

    def __init__(self, public: PublicChecks, source: str, sandbox: str = "auto") -> None:
        self.judging = judging_of(public)
        self._zygote: Zygote = start_warm(
            choose(sandbox), preload_torch=mentions_torch(source.encode(errors="replace")), hidden=[]
        )

    def check(
        self, path: Path, only: Collection[str] = (), progress: Callable[[Text], None] = lambda _: None
    ) -> Checked:
        """Run the notebook at `path` from the top and check it.  Raises `UnreadableSubmission`, `KernelUnavailable`."""
        submission = read_submission(path)
        limits = self.judging.public.limits
        with KernelSession(self._zygote.kernel(limits), limits, restarts=12) as session:
            progress(Text("running the cells"))
            execution = session.run(submission)
            checked = self.judging(session.ask, submission, execution, only, progress)
        return replace(checked, findings=(*submission.findings, *execution.findings))

    def close(self) -> None:
        self._zygote.close()

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
