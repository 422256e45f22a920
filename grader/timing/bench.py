"""The bench of a real grading: the student's confined kernel and one beside it, in which only our own code runs.

What is asked through a check's `Ask` passes through whatever is wrapped around it (stand-ins for other parts, another
order of parameters) and ends in `KernelBench.ask`.  While the student is measured, that hands it to the worker which is
on turn: the code is called there in just the way in which it's called everywhere else.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field

from grader.errors import KernelUnavailable
from grader.kernel.session import KernelSession
from grader.kernel.warm import Zygote
from grader.model import Ask, Call, Inspect, Limits, Reply, Returned, Submission
from grader.model.pace import Cost, Gap, Judgement, Turn, Workload
from grader.timing.clock import CPU, Device
from grader.timing.memory import more_memory_at_most
from grader.timing.rounds import Contestants, Player, Timed
from grader.timing.stopping import NotStopped
from grader.timing.verdict import keeps_pace
from grader.timing.workers import Worker, baseline_worker, open_pair, require_isolation, standing_still

__all__ = ["KernelBench"]

log = logging.getLogger("grader.timing")


@dataclass
class KernelBench:
    """`session` is that in which the submission is graded, and the worker of the first try: its cells have been run, so
    that it costs nothing.  Only where nothing can be told from it a fresh one is started.
    """

    session: KernelSession
    zygote: Zygote
    submission: Submission
    limits: Limits
    clock: Device | None = None
    _on_turn: Ask | None = field(default=None, init=False)

    @property
    def device(self) -> str:
        return "CPU" if self.clock is None else self.clock.name

    def ask(self, call: Call, /) -> Reply:
        return self.session.ask(call) if self._on_turn is None else self._on_turn(call)

    def keeps_pace(self, ask: Ask, baseline: str, workload: Workload, gap: Gap, seed: int) -> Judgement:
        ways = iter((self._in_this_kernel, self._in_a_fresh_kernel))

        def open_workers() -> AbstractContextManager[Contestants]:
            return next(ways)(ask, baseline)

        return keeps_pace(open_workers, workload, gap, seed)

    def answer_within(self, ask: Ask, call: Call, mebibytes: int) -> Reply | None:
        with ExitStack() as stack:
            try:
                session = stack.enter_context(KernelSession(self.zygote.kernel(self.limits), self.limits, restarts=0))
                session.run(self.submission)
                stack.enter_context(standing_still(self.session.kernel))
            except (KernelUnavailable, NotStopped) as error:
                log.warning("memory can't be limited: %s", error)
                return None
            session.ask(Inspect(()))  # from now on it takes questions
            allowance = session.kernel.allowance
            if allowance is None or session.kernel.ended:
                return None
            if not stack.enter_context(more_memory_at_most(allowance.roots, mebibytes)):
                return None
            stack.enter_context(self._answering(session.ask))
            return ask(call)

    @contextmanager
    def _in_this_kernel(self, ask: Ask, baseline: str) -> Iterator[_Pair]:
        require_isolation(self.zygote)
        clock = self.clock or CPU()
        self.session.ask(Inspect(()))
        with ExitStack() as stack:
            student = Worker(self.session, clock)
            stack.callback(student.resume)
            ours = baseline_worker(stack, self.zygote, baseline, clock, self.limits)
            yield _Pair(_Student(self, student, ask), ours)

    @contextmanager
    def _in_a_fresh_kernel(self, ask: Ask, baseline: str) -> Iterator[_Pair]:
        with open_pair(
            self.zygote, self.submission, baseline, self.clock or CPU(), self.limits, [self.session.kernel]
        ) as pair:
            yield _Pair(_Student(self, pair.student, ask), pair.baseline)

    @contextmanager
    def _answering(self, ask: Ask) -> Iterator[None]:
        before, self._on_turn = self._on_turn, ask
        try:
            yield
        finally:
            self._on_turn = before


@dataclass(frozen=True)
class _Pair:
    student: Player
    baseline: Player


@dataclass(frozen=True)
class _Student:
    """A worker that is asked through `through`, as the checks ask."""

    bench: KernelBench
    worker: Worker
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
