"""A contest: student and baseline are called in turns, until the sign test has decided.

Each round draws inputs that nobody has seen, from the grader's seed, which no worker ever has; both get the same, in
random order.  Nothing of a round is revealed before the answers of the one before are held.  Every answer is checked,
after the clock has stopped, and in the warm-up too: a worker can't tell one from the other.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from grader.model import Reply, Returned, Value
from grader.timing.clock import Cost
from grader.timing.sign_test import Side, decided
from grader.timing.workers import Pair, Timed, Turn

__all__ = ["WARM_UPS", "Contest", "Pace", "Round", "Workload", "contest"]

WARM_UPS = 2


@dataclass(frozen=True)
class Round:
    """What both are asked, on the same inputs; `is_right` judges the value that comes back, of either."""

    student: Turn
    baseline: Turn
    is_right: Callable[[Value], bool]


class Workload(Protocol):
    """What is timed.  The sizes that `draw` chooses should make a call of the baseline's take 5 to 20 ms."""

    @property
    def label(self) -> str: ...
    def draw(self, dice: np.random.Generator) -> Round: ...


@dataclass(frozen=True)
class Pace:
    """What one round cost.  `moved`: one of the two had run while it should have stood still."""

    student: Cost
    baseline: Cost
    moved: bool

    @property
    def ratio(self) -> float:
        return self.student.seconds / max(self.baseline.seconds, 1e-9)

    def side(self, threshold: float) -> Side:
        """A cost that isn't complete can show that a round is slow, and never that it's fast."""
        if self.ratio > threshold:
            return Side.SLOW
        return Side.FAST if self.student.complete else Side.UNKNOWN


@dataclass(frozen=True)
class Contest:
    """The rounds that were played.  A reply that was none, or wrong, ended it: it's in `student` or in `baseline`."""

    paces: tuple[Pace, ...]
    student: Reply | None = None
    baseline: Reply | None = None


def contest(pair: Pair, workload: Workload, threshold: float, seed: int, attempt: int = 0) -> Contest:
    """Play until it's decided whether the student's cost is above `threshold` times the baseline's."""
    dice = np.random.default_rng([seed, zlib.crc32(workload.label.encode()), attempt])
    paces: list[Pace] = []
    warm_ups = WARM_UPS
    while decided([pace.side(threshold) for pace in paces]) is None:
        round_ = workload.draw(dice)
        student, baseline = _both(pair, round_, student_first=bool(dice.integers(2)))
        if not _is_right(baseline, round_):
            return Contest(tuple(paces), baseline=baseline.reply)
        if not _is_right(student, round_):
            return Contest(tuple(paces), student=student.reply)
        assert student.cost is not None
        assert baseline.cost is not None
        if warm_ups:
            warm_ups -= 1
            continue
        paces.append(Pace(student.cost, baseline.cost, student.moved or baseline.moved))
    return Contest(tuple(paces))


def _both(pair: Pair, round_: Round, *, student_first: bool) -> tuple[Timed, Timed]:
    if student_first:
        student = pair.student.take_turn(round_.student)
        return student, pair.baseline.take_turn(round_.baseline)
    baseline = pair.baseline.take_turn(round_.baseline)
    return pair.student.take_turn(round_.student), baseline


def _is_right(timed: Timed, round_: Round) -> bool:
    return timed.cost is not None and isinstance(timed.reply, Returned) and round_.is_right(timed.reply.value)
