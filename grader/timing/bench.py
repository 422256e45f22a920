"""The bench of a real grading: the student's confined kernel and one beside it, in which only our own code runs.

What is asked through a check's `Ask` passes through whatever is wrapped around it (stand-ins for other parts, another
order of parameters) and ends in `KernelBench.ask`.  While the student is measured, that hands it to the worker which is
on turn: the code is called there in just the way in which it's called everywhere else.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property

from grader.errors import KernelUnavailable
from grader.kernel.session import KernelSession
from grader.kernel.warm import Zygote, start_warm
from grader.model import Ask, Call, FillHoles, Inspect, Limits, Raised, Reply, Returned, Submission
from grader.model.growth import Growth, Limit, Series
from grader.model.pace import Cost, Gap, Judgement, Outcome, Reason, Turn, Workload
from grader.timing.accelerator import Accelerator, Gpu, OnCard, find_accelerator
from grader.timing.clock import CPU, Device
from grader.timing.growth import growth
from grader.timing.memory import more_memory_at_most
from grader.timing.rounds import Contestants, Player, Timed
from grader.timing.stopping import NotStopped
from grader.timing.verdict import keeps_pace
from grader.timing.workers import Worker, baseline_worker, open_pair, require_isolation, standing_still

__all__ = ["KernelBench", "bench_for"]

log = logging.getLogger("grader.timing")


@dataclass
class KernelBench:
    """`session` is that in which the submission is graded, and the worker of the first try: its cells have been run, so
    that it costs nothing.  Only where nothing can be told from it a fresh one is started.

    With an `accelerator`, code in torch is timed on that first, in processes that can see it.  Where that is `required`
    and the machine doesn't allow it, it's `missing` from then on.
    """

    session: KernelSession
    zygote: Zygote
    submission: Submission
    limits: Limits
    clock: Device | None = None
    accelerator: Accelerator | None = None
    required: bool = False
    missing: str = ""
    _on_turn: Ask | None = field(default=None, init=False)
    _of_card: Zygote | None = field(default=None, init=False)

    def ask(self, call: Call, /) -> Reply:
        return self.session.ask(call) if self._on_turn is None else self._on_turn(call)

    def keeps_pace(self, ask: Ask, baseline: str, workload: Workload, gap: Gap, seed: int) -> Judgement:
        unfit = failed = ""
        if self.accelerator is not None and "import torch" in baseline:
            card = self.accelerator
            on_card = keeps_pace(lambda: self._on_card(ask, baseline, card), workload, gap, seed)
            unfit, failed = _why_unfit(on_card), card.name if on_card.reason is Reason.MACHINE else ""
            if not unfit and not failed:
                return replace(on_card, device=card.name, accelerated=True)
            if failed and self.required:
                self.missing = failed
                return on_card
            log.info("%s isn't timed on %s: %s", workload.label, card.name, unfit or on_card.reason)
        ways = iter((self._in_this_kernel, self._in_a_fresh_kernel))

        def open_workers() -> AbstractContextManager[Contestants]:
            return next(ways)(ask, baseline)

        judgement = keeps_pace(open_workers, workload, gap, seed)
        device = "CPU" if self.clock is None else self.clock.name
        return replace(judgement, device=device, unfit=unfit, failed=failed)

    def grows(self, ask: Ask, baseline: str, series: Series, limit: Limit, seed: int, tries: int = 2) -> Growth:
        """On the CPU in any case: a text's tokens come one after the other, and a card mostly waits for its orders."""
        ways = iter((self._student_first, self._in_a_fresh_kernel))

        def open_workers() -> AbstractContextManager[Contestants]:
            return next(ways)(ask, baseline)

        judgement = growth(open_workers, series, limit, seed, tries)
        return judgement if self.clock is None else replace(judgement, device=self.clock.name)

    def close(self) -> None:
        """End what was started for the accelerator."""
        if self._of_card is not None:
            self._of_card.close()
            self._of_card = None

    def answer_within(self, ask: Ask, call: Call, mebibytes: int) -> Reply | None:
        with ExitStack() as stack:
            try:
                session = stack.enter_context(KernelSession(self.zygote.kernel(self.limits), self.limits, restarts=0))
                session.run(self.submission)
                stack.enter_context(standing_still(self.session.kernel))
            except (KernelUnavailable, NotStopped) as error:
                log.warning("memory can't be limited: %s", error)
                return None
            session.ask(FillHoles())
            allowance = session.kernel.allowance
            if allowance is None or session.kernel.ended:
                return None
            if not stack.enter_context(more_memory_at_most(allowance.roots, mebibytes)):
                return None
            stack.enter_context(self._answering(session.ask))
            return ask(call)

    @contextmanager
    def _in_this_kernel(self, ask: Ask, baseline: str) -> Iterator[_Pair]:
        with self._student_first(ask, baseline) as pair:
            yield _Pair(pair.student, pair.baseline)

    @contextmanager
    def _student_first(self, ask: Ask, baseline: str) -> Iterator[_StudentFirst]:
        require_isolation(self.zygote)
        clock = self.clock or CPU()
        self.session.ask(Inspect(()))
        with ExitStack() as stack:
            student = Worker(self.session, clock)
            stack.callback(student.resume)
            yield _StudentFirst(
                _Student(self, student, ask),
                lambda: baseline_worker(stack, self.zygote, baseline, clock, self.limits),
            )

    @contextmanager
    def _in_a_fresh_kernel(self, ask: Ask, baseline: str) -> Iterator[_Pair]:
        with open_pair(
            self.zygote, self.submission, baseline, self.clock or CPU(), self.limits, [self.session.kernel]
        ) as pair:
            yield _Pair(_Student(self, pair.student, ask), pair.baseline)

    @contextmanager
    def _on_card(self, ask: Ask, baseline: str, card: Accelerator) -> Iterator[_Pair]:
        if self._of_card is None:
            self._of_card = card.start()
        with open_pair(
            self._of_card, self.submission, baseline, card.clock, self.limits, [self.session.kernel]
        ) as pair:
            student, ours = (OnCard(worker, card.torch_device) for worker in (pair.student, pair.baseline))
            for one in (student, ours):
                one.warm_up()
            yield _Pair(_Student(self, student, ask), ours)

    @contextmanager
    def _answering(self, ask: Ask) -> Iterator[None]:
        before, self._on_turn = self._on_turn, ask
        try:
            yield
        finally:
            self._on_turn = before


@contextmanager
def bench_for(
    session: KernelSession, zygote: Zygote, submission: Submission, limits: Limits, gpu: Gpu = "off"
) -> Iterator[KernelBench]:
    """With ``auto``, torch code is timed on a GPU if there is one; with ``require``, nothing is if there is none."""

    def start(devices: tuple[str, ...]) -> Zygote:
        recipe = zygote.recipe
        return start_warm(recipe.confinement, preload_torch=True, hidden=recipe.hidden, devices=devices)

    accelerator = None if gpu == "off" else find_accelerator(start)
    required = gpu == "require"
    missing = "GPU" if required and accelerator is None else ""
    bench = KernelBench(
        session, zygote, submission, limits, accelerator=accelerator, required=required, missing=missing
    )
    try:
        yield bench
    finally:
        bench.close()


def _why_unfit(judgement: Judgement) -> str:
    """What keeps code that may well be right from being timed on an accelerator; empty if nothing does."""
    if judgement.outcome is Outcome.NOT_RIGHT:
        if isinstance(judgement.reply, Raised):
            return f"{judgement.reply.type_name}: {judgement.reply.in_brief(200)}"
        return "other answers than on the CPU"
    return ""


@dataclass(frozen=True)
class _Pair:
    student: Player
    baseline: Player


@dataclass(frozen=True)
class _StudentFirst:
    """The baseline is started once it's asked for."""

    student: Player
    start: Callable[[], Player]

    @cached_property
    def baseline(self) -> Player:
        return self.start()


@dataclass(frozen=True)
class _Student:
    """A worker that is asked through `through`, as the checks ask."""

    bench: KernelBench
    worker: Worker | OnCard
    through: Ask

    def ask(self, call: Call, /) -> Reply:
        with self.answering():
            return self.through(call)

    def answering(self) -> AbstractContextManager[None]:
        return self.bench._answering(self.worker.ask)

    def take_turn(self, turn: Turn) -> Timed:
        moved = self.worker.has_moved()
        with self.answering():
            for call in turn.preparation:
                reply = self.through(call)
                if not isinstance(reply, Returned):
                    return Timed(reply, None, moved)
        costs: list[Cost] = []

        def timed(call: Call, /) -> Reply:
            reply, cost = self.worker.time(call)
            costs.append(cost)
            return reply

        with self.bench._answering(timed):
            reply = self.through(turn.timed)
        return Timed(reply, costs[0] if len(costs) == 1 else None, moved)
