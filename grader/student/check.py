"""One notebook on its author's own machine: the pipeline of grading, with the public checks.

The kernel is the same as in grading, and so is its confinement where the machine has one.  Where it has none that is
no reason to warn of anything: it's the student's own code.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path

from grader.components import Component
from grader.components.finding import names_to_inspect
from grader.components.unfound import is_written
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
    Opaque,
    ReadVariable,
    Returned,
    Submission,
    Text,
    Verdict,
)
from grader.sandbox import choose
from grader.student.components import as_item, public_components
from grader.student.dependence import fingerprint, written_code
from grader.student.public import PublicChecks, PublicItem
from grader.student.recorded import RecordedReferences, recorded_mistakes

__all__ = ["Checked", "CheckedItem", "Checker", "Judging", "judging_of"]

# What the diagnosis calls an item that still raises the starting point's NotImplementedError.
NOT_WRITTEN = "not_written_yet"


@dataclass(frozen=True, eq=False)
class CheckedItem:
    """`grade` has one point for each public check; None where the item has none, and then `named` says whether
    its answers are given.  `code` is the fingerprint of what it depends on, and `waits_for` the item whose
    unwritten part stopped this one.
    """

    item: PublicItem
    grade: ItemGrade | None
    named: bool = False
    code: str = ""
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
    def is_done(self) -> bool:
        """No public check of it fails."""
        if self.grade is None:
            return not self.not_started
        return bool(self.asked) and self.passed == len(self.asked) and self.grade.forfeit is None


@dataclass(frozen=True, eq=False)
class Checked:
    """What checking a notebook gave; `fresh` are the ids of items that were checked just now."""

    public: PublicChecks
    items: tuple[CheckedItem, ...]
    findings: tuple[Finding, ...] = ()
    fresh: frozenset[str] = frozenset()

    @property
    def passed(self) -> int:
        return sum(item.passed for item in self.items)

    @property
    def asked(self) -> int:
        return sum(len(item.asked) for item in self.items)

    @property
    def fails(self) -> bool:
        """Does a public check fail, or is something not written yet?"""
        return not all(item.is_done for item in self.items)

    @property
    def is_our_failure(self) -> bool:
        return any(check.verdict is Verdict.UNGRADABLE for item in self.items for check in item.asked)


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
        before: Checked | None = None,
        progress: Callable[[Text], None] = lambda _: None,
    ) -> Checked:
        """Judge the items `only` (all by default); what an item had in `before` stays where its code is the same."""
        components = public_components(self.public, self.references)
        definitions = inspect_notebook(ask, components)
        wanted = [item for item in self.public.items if not only or item.id in only]
        judged = {
            i.id: as_item(i, components[i.component]) for i in wanted if i.is_public and i.component in components
        }
        code = written_code(submission.cells)
        prints = {id_: _fingerprint(item, definitions, components, code) for id_, item in judged.items()}
        known = {item.item.id: item for item in (before.items if before is not None else ())}
        asked = _to_ask(
            judged, known, prints, partial(names_used, definitions=definitions, components=components), components
        )
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
            components,
        )
        graded = dict(zip(asked, grades, strict=True))
        made = [
            known[item.id]
            if item.id in judged and item.id not in asked
            else CheckedItem(item, graded.get(item.id), _is_named(item, ask), prints.get(item.id, ""))
            for item in wanted
        ]
        return Checked(self.public, _waiting(made, definitions), execution.findings, frozenset(asked))


def judging_of(public: PublicChecks) -> Judging:
    return Judging(public, RecordedReferences(public))


def _to_ask(
    judged: Mapping[str, Item],
    known: Mapping[str, CheckedItem],
    prints: Mapping[str, str],
    uses: Callable[[Item], Collection[str]],
    components: Mapping[str, Component],
) -> dict[str, Item]:
    """Those whose code has changed, and what they build on that isn't right yet: its faults mustn't count as theirs."""
    changed = {id_ for id_ in judged if id_ not in known or known[id_].code != prints[id_]}
    used = {name for id_ in changed for name in uses(judged[id_])}
    for id_ in set(judged) - changed:
        grade = known[id_].grade
        if grade is None or known[id_].is_done:
            continue
        # What isn't there at all may be called by any name that it could have.
        names = {*grade.found_as.values(), *names_to_inspect([components[judged[id_].component]])}
        if not used.isdisjoint(names):
            changed.add(id_)
    return {id_: item for id_, item in judged.items() if id_ in changed}


def _fingerprint(
    item: Item, definitions: Definitions | NoReply, components: Mapping[str, Component], code: Mapping[str, str]
) -> str:
    if isinstance(definitions, NoReply):
        return ""
    roles = [role for form in components[item.component].forms for role in form.roles]
    own = {name for role in roles for name in (role.name, *role.aliases) if name in definitions.described}
    uses = {used for name in own for used in definitions.described[name].uses}
    return fingerprint(own | uses | names_used(item, definitions, components), code)


def _is_named(item: PublicItem, ask: Ask) -> bool:
    """Is each answer of an exercise on paper given, whatever it is?"""
    return bool(item.names) and all(any(_is_given(name, ask) for name in names) for names in item.names)


def _is_given(name: str, ask: Ask) -> bool:
    reply = ask(ReadVariable(name))
    # The starting point has None or ... there.
    value = reply.value if isinstance(reply, Returned) else None
    return value not in (None, Opaque("ellipsis")) and (not isinstance(value, str) or bool(value.strip(" .\n")))


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
        made.append(replace(checked, waits_for=others[0].item if waits else None))
    return tuple(made)


class Checker:
    """Checks notebooks of one assignment, in kernels that are forked from one process.  Close it."""

    def __init__(self, public: PublicChecks, source: str, sandbox: str = "auto") -> None:
        self.judging = judging_of(public)
        self._zygote: Zygote = start_warm(
            choose(sandbox), preload_torch=mentions_torch(source.encode(errors="replace")), hidden=[]
        )

    def check(
        self,
        path: Path,
        only: Collection[str] = (),
        before: Checked | None = None,
        progress: Callable[[Text], None] = lambda _: None,
    ) -> Checked:
        """Run the notebook at `path` from the top and check it.  Raises `UnreadableSubmission`, `KernelUnavailable`."""
        submission = read_submission(path)
        limits = self.judging.public.limits
        with KernelSession(self._zygote.kernel(limits), limits, restarts=12) as session:
            progress(Text("running the cells"))
            execution = session.run(submission)
            checked = self.judging(session.ask, submission, execution, only, before, progress)
        return replace(checked, findings=(*submission.findings, *execution.findings))

    def close(self) -> None:
        self._zygote.close()

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
