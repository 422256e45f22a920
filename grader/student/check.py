"""One notebook on its author's own machine: the pipeline of grading, with the public checks.

The kernel is the same as in grading, and so is its confinement where the machine has one.  Where it has none that is
no reason to warn of anything: it's the student's own code.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from pathlib import Path

from grader.components import Component
from grader.errors import KernelUnavailable
from grader.follow_through import judge_all
from grader.intake import read_submission
from grader.judging import Judged, inspect_notebook, judge_item, names_used
from grader.kernel.launch import Kernel, mentions_torch
from grader.kernel.session import KernelSession
from grader.kernel.warm import Zygote, start_warm
from grader.model import (
    Ask,
    Call,
    Definitions,
    Execution,
    Item,
    ItemGrade,
    NoReply,
    Opaque,
    ReadVariable,
    Reply,
    Returned,
    Submission,
    Text,
)
from grader.sandbox import choose
from grader.student.again import Known, Plan, Ran, plan, together
from grader.student.checked import Checked, CheckedItem
from grader.student.components import as_item, public_components
from grader.student.crew import Crew, hands_on_this_machine
from grader.student.public import PublicChecks, PublicItem
from grader.student.recorded import RecordedReferences, recorded_mistakes
from grader.student.stop import Stop

__all__ = ["Checked", "CheckedItem", "Checker", "Judging", "judging_of"]


def _nobody(call: Call, /) -> Reply:
    raise AssertionError("there's no process to ask, since nothing of it has changed")


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
        made_plan: Plan | None = None,
        told: Callable[[CheckedItem], None] = lambda _: None,
        crew: Crew[Judged] | None = None,
    ) -> Checked:
        """Judge the items `only` (all by default); what an item had in `before` stays where its code is the same.

        `crew` helps: each of it asks another process in which the same cells have been run.
        """
        made_plan = made_plan or self.plan(submission, only, before)
        components = self.components
        ran = before.ran if before is not None else None
        ask_for = made_plan.with_other_endings(ran, execution)
        execution = together(ran, made_plan.part(submission), execution, submission.cells)
        wanted = self._wanted(only)
        judged = {i.id: as_item(i, components[i.component]) for i in wanted if self._is_judged(i)}
        asked = {id_: item for id_, item in judged.items() if id_ in ask_for}
        definitions = inspect_notebook(ask, components) if asked else Definitions({})
        mistakes = cache(partial(recorded_mistakes, self.public))
        public_items = {item.id: item for item in wanted}
        known = {item.item.id: item for item in (before.items if before is not None else ())}
        seconds = {id_: item.seconds for id_, item in known.items()}

        def judge_alone(item: Item, ask: Ask) -> Judged:
            began = time.monotonic()
            judged_now = judge_item(
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
            seconds[item.id] = time.monotonic() - began
            return judged_now

        tell = _once(public_items, told)

        def judge_for_crew(item: Item, ask: Ask) -> Judged:
            judged_now = judge_alone(item, ask)
            # Told at once, though an earlier one may still hang; what hangs itself may do so because of that one.
            if not any(check.verdict.is_dirty_ending for check in judged_now.grade.checks):
                tell(judged_now.grade)
            return judged_now

        if crew is not None and asked:
            crew.begin({id_: partial(judge_for_crew, item) for id_, item in asked.items()}, dict(seconds))

        def judge(item: Item, to_ask: Ask) -> Judged:
            # Whoever helps asks for what the student wrote, and not for what may stand in its place.
            judged_now = judge_alone(item, to_ask) if crew is None or to_ask is not ask else crew.result(item.id, ask)
            tell(judged_now.grade)
            return judged_now

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
            if item.id not in ask_for
            else CheckedItem(
                item,
                graded.get(item.id),
                _is_named(item, ask),
                made_plan.prints[item.id],
                seconds=seconds.get(item.id, 0.0),
            )
            for item in wanted
        ]
        return Checked(
            self.public,
            _waiting(made, _cells_of(definitions, made_plan)),
            (*submission.findings, *execution.findings),
            frozenset(asked),
            Ran(submission, execution),
            frozenset(cell.number for cell in submission.cells) - made_plan.run,
        )

    def plan(self, submission: Submission, only: Collection[str] = (), before: Checked | None = None) -> Plan:
        """What is to be run and judged of `submission`, where `before` is what is known of it as it was."""
        known = {item.item.id: Known(item.code, item.is_done) for item in (before.items if before is not None else ())}
        ran = before.ran if before is not None else None
        return plan(self._wanted(only), self.components, submission, known, ran)

    @cached_property
    def components(self) -> Mapping[str, Component]:
        return public_components(self.public, self.references)

    def _wanted(self, only: Collection[str]) -> list[PublicItem]:
        return [item for item in self.public.items if not only or item.id in only]

    def _is_judged(self, item: PublicItem) -> bool:
        return item.is_public and item.component in self.components


def _once(items: Mapping[str, PublicItem], told: Callable[[CheckedItem], None]) -> Callable[[ItemGrade], None]:
    """Tells each item's first grade, by whichever thread it's judged: later, others' faults may be replaced."""
    lock = threading.Lock()
    first: set[str] = set()

    def tell(grade: ItemGrade) -> None:
        with lock:
            if grade.id in first:
                return
            first.add(grade.id)
            told(CheckedItem(items[grade.id], grade))

    return tell


def judging_of(public: PublicChecks) -> Judging:
    return Judging(public, RecordedReferences(public))


def _is_named(item: PublicItem, ask: Ask) -> bool:
    """Is each answer of an exercise on paper given, whatever it is?"""
    return bool(item.names) and all(any(_is_given(name, ask) for name in names) for names in item.names)


def _is_given(name: str, ask: Ask) -> bool:
    reply = ask(ReadVariable(name))
    # The starting point has None or ... there.
    value = reply.value if isinstance(reply, Returned) else None
    return value not in (None, Opaque("ellipsis")) and (not isinstance(value, str) or bool(value.strip(" .\n")))


def _cells_of(definitions: Definitions | NoReply, made: Plan) -> Callable[[str], int | None]:
    """The cell in which a name was given its value: as the process tells it, else as the text does."""
    described = {} if isinstance(definitions, NoReply) else definitions.described

    def cell_of(name: str) -> int | None:
        return described[name].cell if name in described else made.code.cell_of(name)

    return cell_of


def _waiting(items: list[CheckedItem], cell_of: Callable[[str], int | None]) -> tuple[CheckedItem, ...]:
    """`items`, where one that stopped in another's unwritten part waits for that."""

    def cells(checked: CheckedItem) -> set[int | None]:
        names = checked.grade.found_as.values() if checked.grade is not None else ()
        return {cell_of(name) for name in names} - {None}

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
            choose(sandbox),
            preload_torch=mentions_torch(source.encode(errors="replace")),
            # Its import takes longer than most notebooks' own code.
            modules=("matplotlib.pyplot",) if "matplotlib" in source else (),
        )
        self._ready: list[Kernel] = []
        self._sessions: list[KernelSession] = []  # those that were asked last
        self._crew = Crew[Judged]()

    def check(
        self,
        path: Path,
        only: Collection[str] = (),
        before: Checked | None = None,
        progress: Callable[[Text], None] = lambda _: None,
        told: Callable[[CheckedItem], None] = lambda _: None,
        stop: Stop | None = None,
    ) -> Checked:
        """Run the notebook at `path` from the top and check it; `told` has each item as soon as it's judged, perhaps
        in another thread.

        Raises `UnreadableSubmission`, `KernelUnavailable`, and `GivenUp` once somebody has called `stop`.
        """
        stop = stop or Stop()
        try:
            return self._check(path, only, before, progress, told, stop)
        except KernelUnavailable:
            stop.raise_if_called()
            raise

    def _check(
        self,
        path: Path,
        only: Collection[str],
        before: Checked | None,
        progress: Callable[[Text], None],
        told: Callable[[CheckedItem], None],
        stop: Stop,
    ) -> Checked:
        def go_on(doing: Text) -> None:
            stop.raise_if_called()
            progress(doing)

        def tell(item: CheckedItem) -> None:
            if not stop.is_called:
                told(item)

        submission = read_submission(path)
        made = self.judging.plan(submission, only, before)
        if before is not None and before.ran is not None and not made.ask and not made.run:
            nothing = replace(before.ran.execution, outcomes=(), findings=(), seconds=0.0, finished=True)
            return self.judging(_nobody, submission, nothing, only, before, progress, made)
        self._end_sessions()
        part = made.part(submission)
        ours, *others = [self._session() for _ in range(1 + self._helpers(before, made))]
        for session in (ours, *others):
            stop.ends(session)
        self._crew = Crew([partial(_ready_to_be_asked, session, part) for session in others])
        go_on(Text("running the cells"))
        try:
            execution = ours.run(part)
            checked = self.judging(ours.ask, submission, execution, only, before, go_on, made, tell, self._crew)
        finally:
            self._crew.close()
        stop.raise_if_called()  # what was answered since is no verdict
        return checked

    def prepare(self) -> None:
        """End the processes that were asked, and have some at hand for the next check, while nobody waits for it."""
        self._end_sessions()
        items = sum(item.is_public for item in self.judging.public.items)
        # Each that isn't forked imports everything once more.
        while len(self._ready) < (1 if self._zygote.problem else min(items, hands_on_this_machine())):
            kernel = self._zygote.kernel(self.judging.public.limits)
            with contextlib.suppress(KernelUnavailable):  # the next check will say so
                kernel.wait_until_ready()
            self._ready.append(kernel)

    def _helpers(self, before: Checked | None, made: Plan) -> int:
        """How many others are asked beside the first: none when everything runs, cells that take long among it."""
        if before is None or self._zygote.problem:
            return 0
        return max(0, min(len(made.ask), hands_on_this_machine()) - 1)

    def _session(self) -> KernelSession:
        limits = self.judging.public.limits
        ready = [kernel for kernel in self._ready if not kernel.ended]
        kernel, self._ready = (ready[0], ready[1:]) if ready else (self._zygote.kernel(limits), [])
        self._sessions.append(KernelSession(kernel, limits, restarts=12))
        return self._sessions[-1]

    def _end_sessions(self) -> None:
        self._crew.close()
        for session in self._sessions:
            session.give_up()  # or a helper's question that hangs would be waited for
        self._crew.join()
        for session in self._sessions:
            session.close()
        self._sessions = []

    def close(self) -> None:
        self._end_sessions()
        for kernel in self._ready:
            kernel.kill()
        self._zygote.close()

    def __enter__(self) -> Checker:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _ready_to_be_asked(session: KernelSession, part: Submission) -> Ask:
    session.run(part)
    return session.ask
