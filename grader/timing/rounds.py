"""A contest: student and baseline are called in turns, until the sign test has decided.

Each round draws inputs that nobody has seen, from the grader's seed, which no worker ever has; both get the same, in
random order.  Nothing of a round is revealed before the answers of the one before are held.  Every answer is checked,
after the clock has stopped, and in the warm-up too: a worker can't tell one from the other.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from grader.model import Call, Reply, Returned, Value
from grader.model.pace import Beginning, Cost, Pace, Round, Side, Turn, Workload
from grader.timing.sign_test import decided

__all__ = ["FAR", "WARM_UPS", "Contest", "Contestants", "Player", "Timed", "asked", "contest", "is_far", "side_of"]

WARM_UPS = 2
# Whoever is so many times above the limit needs no statistics: a round of processor time is off by half in 0.5 % of
# cases.  It saves those who are slow from being called ten times.  Never after a single call, in which something may
# have been done for once.
# `(rounds, how many times the limit)`
FAR = ((2, 5.0), (3, 4.0))


@dataclass(frozen=True)
class Timed:
    """`cost` is None where the preparation already didn't come back.  `moved`: it had run while it should have stood
    still.
    """

    reply: Reply
    cost: Cost | None
    moved: bool = False


class Player(Protocol):
    """A student's may have a method ``answering``: within it, what the checks ask is answered by that one."""

    def take_turn(self, turn: Turn) -> Timed: ...
    def ask(self, call: Call, /) -> Reply: ...


class Contestants(Protocol):
    @property
    def student(self) -> Player: ...
    @property
    def baseline(self) -> Player: ...


@dataclass(frozen=True)
class Contest:
    """The rounds that were played.  A reply that was none, or wrong, ended it: it's in `student` or in `baseline`."""

    paces: tuple[Pace, ...]
    student: Reply | None = None
    baseline: Reply | None = None


def is_far(paces: Sequence[Pace], threshold: float) -> bool:
    """Is the student so slow that the first rounds say it all?"""
    return any(
        len(paces) >= rounds and all(pace.ratio > times * pace.limit(threshold) for pace in paces[:rounds])
        for rounds, times in FAR
    )


def side_of(paces: Sequence[Pace], threshold: float) -> Side | None:
    """What the rounds so far have decided; `UNKNOWN` once no look is left, else None."""
    return Side.SLOW if is_far(paces, threshold) else decided([pace.side(threshold) for pace in paces])


def contest(pair: Contestants, workload: Workload, threshold: float, seed: int, attempt: int = 0) -> Contest:
    """Play until it's decided whether the student's cost is above `threshold` times the baseline's."""
    dice = np.random.default_rng([seed, zlib.crc32(workload.label.encode()), attempt])
    paces: list[Pace] = []
    warm_ups: list[Pace] = []
    if isinstance(workload, Beginning):
        with asked(pair.student):
            workload.begin(pair.baseline.ask)
    while side_of(paces, threshold) is None:
        with asked(pair.student):
            round_ = workload.draw(dice)
        student, baseline = _both(pair, round_, student_first=bool(dice.integers(2)))
        bad = None if round_.bad is None else pair.baseline.take_turn(round_.bad)
        for ours in (baseline, bad):
            if ours is not None and not _is_right(ours, round_.ours_is_right or round_.is_right):
                return Contest(tuple(paces), baseline=ours.reply)
        if not _is_right(student, round_.is_right):
            return Contest(tuple(paces), student=student.reply)
        assert student.cost is not None
        assert baseline.cost is not None
        pace = Pace(student.cost, baseline.cost, student.moved or baseline.moved, None if bad is None else bad.cost)
        if len(warm_ups) < WARM_UPS:
            warm_ups.append(pace)
            if is_far(warm_ups, threshold):
                return Contest(tuple(warm_ups))
            continue
        paces.append(pace)
    return Contest(tuple(paces))


def _both(pair: Contestants, round_: Round, *, student_first: bool) -> tuple[Timed, Timed]:
    if student_first:
        student = pair.student.take_turn(round_.student)
        return student, pair.baseline.take_turn(round_.baseline)
    baseline = pair.baseline.take_turn(round_.baseline)
    return pair.student.take_turn(round_.student), baseline


def _is_right(timed: Timed, is_right: Callable[[Value], bool]) -> bool:
    return timed.cost is not None and isinstance(timed.reply, Returned) and is_right(timed.reply.value)


def asked(player: Player) -> AbstractContextManager[None]:
    """While what the checks ask is answered by the one that is measured."""
    answering: AbstractContextManager[None] = getattr(player, "answering", nullcontext)()
    return answering
