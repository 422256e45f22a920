"""A bench for code of OURS, in this very process: the course's references and known mistakes, and tests.

Nothing is confined and nobody cheats, so the process's own processor time is as good as any.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from grader.inside.holes import fill_holes, release
from grader.kernel.in_process import ask_in_process
from grader.model import Ask, Call, Reply, Returned
from grader.model.growth import Growth, Limit, Series
from grader.model.pace import Cost, Gap, Judgement, Outcome, Turn, Workload
from grader.timing.growth import growth
from grader.timing.memory import own_memory_limited
from grader.timing.rounds import Contestants, Timed
from grader.timing.verdict import keeps_pace

__all__ = ["OwnCodeBench"]

# An audit that can't tell would be a fault of the audit; a busy machine calms down.
ATTEMPTS = 4


@dataclass(frozen=True)
class OwnCodeBench:
    missing: str = ""

    def keeps_pace(self, ask: Ask, baseline: str, workload: Workload, gap: Gap, seed: int) -> Judgement:
        @contextmanager
        def here() -> Iterator[_Pair]:
            yield _Pair(_Player(ask), _Player(ask_in_process(baseline)))

        def open_workers() -> AbstractContextManager[Contestants]:
            return here()

        for attempt in range(ATTEMPTS // 2):
            judgement = keeps_pace(open_workers, workload, gap, seed + attempt)
            if judgement.outcome is not Outcome.INCONCLUSIVE:
                break
        return judgement

    def grows(self, ask: Ask, baseline: str, series: Series, limit: Limit, seed: int) -> Growth:
        @contextmanager
        def here() -> Iterator[_Pair]:
            yield _Pair(_Player(ask), _Player(ask_in_process(baseline)))

        def open_workers() -> AbstractContextManager[Contestants]:
            return here()

        return growth(open_workers, series, limit, seed, ATTEMPTS // 2)

    def answer_within(self, ask: Ask, call: Call, mebibytes: int) -> Reply | None:
        # Of the process itself: what is asked may have one of its own.
        taken = fill_holes()
        try:
            with own_memory_limited(mebibytes) as limited:
                return ask(call) if limited else None
        finally:
            release(taken)


@dataclass(frozen=True)
class _Player:
    ask: Ask

    def take_turn(self, turn: Turn) -> Timed:
        for call in turn.preparation:
            reply = self.ask(call)
            if not isinstance(reply, Returned):
                return Timed(reply, None)
        wall, used = time.perf_counter(), time.process_time()
        reply = self.ask(turn.timed)
        cost = Cost(time.process_time() - used, time.perf_counter() - wall)
        return Timed(reply, cost)


@dataclass(frozen=True)
class _Pair:
    student: _Player
    baseline: _Player
