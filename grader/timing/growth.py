"""How does what a student's code costs grow with the size?  By its exponent, and where that is high, by two anchors.

One call for each size, the smallest first, each with inputs that nobody has seen; the exponent is the slope over all of
them.  A cost that grows slowly passes at once: nothing else has to be played then.  One that doesn't is compared with
our own code of both kinds, at the same sizes: only if it's also twice as near to the bad anchor as to the good one at
the largest size, on a scale of ratios, it's too slow.  If the two disagree, nobody can tell.
"""

from __future__ import annotations

import logging
import zlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

import numpy as np

from grader.errors import KernelUnavailable
from grader.model import NoReply, Reply, Returned, Value, Verdict
from grader.model.growth import Growth, Limit, Played, Series, Sized, exponent_of
from grader.model.pace import Cost, Outcome, Reason, Turn
from grader.timing.clock import CannotTime
from grader.timing.rounds import Contestants, Player, Timed, asked
from grader.timing.stopping import NotStopped

__all__ = ["growth"]

log = logging.getLogger("grader.timing")

# The anchors have to be so far apart (five times is usual), as the exponent has to say the same; what is so far beyond
# the bad one is nearer to it in any case.
LEAST_GAP, BEYOND = 2.5, 2.0
# On the way from the good anchor to the bad one, on a scale of ratios, what lies beyond that is too slow.  What isn't
# meant to pass costs as much as the bad one; what is, in many ways of writing, some times what the good one does.
NEAR = 2 / 3
# A call that would take longer than that isn't made, if there are enough sizes without it.
MOST_SECONDS = 6.0
FEWEST_SIZES = 3
# An answer may be shorter than was asked, as long as the sizes are still apart.
LEAST_RANGE = 1.5


def growth(
    open_workers: Callable[[], AbstractContextManager[Contestants]], series: Series, limit: Limit, seed: int, tries: int
) -> Growth:
    """How the student's cost grows.  `open_workers` is called for each try, as long as that can't be told."""
    for attempt in range(tries):
        dice = np.random.default_rng([seed, zlib.crc32(series.label.encode()), attempt])
        try:
            with open_workers() as pair:
                judgement = _one_attempt(pair, series, limit, dice)
        except (CannotTime, KernelUnavailable, NotStopped) as error:
            log.warning("%s can't be timed: %s", series.label, error)
            judgement = Growth(Outcome.INCONCLUSIVE, Reason.MACHINE)
        if judgement.outcome is not Outcome.INCONCLUSIVE:
            break
        log.info("%s, attempt %d: %s", series.label, attempt + 1, judgement.reason)
    return judgement


def _one_attempt(pair: Contestants, series: Series, limit: Limit, dice: np.random.Generator) -> Growth:
    asked_for: list[Sized] = []
    played: list[Played] = []
    for number, size in enumerate(series.sizes):
        if _is_too_long(played, size):
            break
        with asked(pair.student):
            sized = series.draw(dice, size)
        timed = pair.student.take_turn(sized.student)
        with asked(pair.student):
            reached = _reached(timed, sized.reached)
        if reached == 0:
            return _without_an_answer(timed.reply, tuple(played))
        assert timed.cost is not None
        if timed.moved:
            return Growth(Outcome.INCONCLUSIVE, Reason.OFF_TURN, tuple(played))
        if number:
            asked_for.append(sized)
            played.append(Played(reached, timed.cost))
    if played[-1].size < LEAST_RANGE * played[0].size:
        return Growth(Outcome.INCONCLUSIVE, Reason.TOO_SHORT, tuple(played))
    alone = Growth(Outcome.KEEPS_PACE, None, tuple(played))
    if alone.exponent < limit.exponent - limit.margin and all(one.student.complete for one in played):
        return alone
    return _beside_anchors(pair.baseline, asked_for, played, limit)


def _is_too_long(played: Sequence[Played], size: int) -> bool:
    """By the exponent so far."""
    if len(played) < FEWEST_SIZES:
        return False
    exponent = exponent_of([(one.size, one.student) for one in played])
    growth = float((size / played[-1].size) ** exponent)
    return played[-1].student.seconds * growth > MOST_SECONDS


def _beside_anchors(ours: Player, asked_for: Sequence[Sized], played: Sequence[Played], limit: Limit) -> Growth:
    """`ours` plays both anchors, the largest size last, after a call of each for getting warm."""
    costs: list[tuple[Cost, Cost]] = []
    for sized in (asked_for[0], *asked_for):
        good, bad = _cost_of_ours(ours, sized.good, sized), _cost_of_ours(ours, sized.bad, sized)
        if good is None or bad is None:
            return Growth(Outcome.INCONCLUSIVE, Reason.MACHINE, tuple(played))
        costs.append((good, bad))
    beside = tuple(replace(one, good=g, bad=b) for one, (g, b) in zip(played, costs[1:], strict=True))
    judgement = Growth(Outcome.INCONCLUSIVE, None, beside)
    last, (good, bad) = beside[-1], costs[-1]
    if bad.seconds < LEAST_GAP * good.seconds and last.student.seconds < BEYOND * bad.seconds:
        return replace(judgement, reason=Reason.NARROW)
    is_near_to_bad = last.student.seconds > good.seconds ** (1 - NEAR) * bad.seconds**NEAR
    if (judgement.exponent > limit.exponent) is not is_near_to_bad:
        return replace(judgement, reason=Reason.CLOSE)
    if is_near_to_bad:
        return replace(judgement, outcome=Outcome.TOO_SLOW)
    # Costs that aren't complete can show that it's slow, and never that it's not.
    hidden = not all(one.student.complete for one in played)
    return replace(judgement, reason=Reason.HIDDEN_WORK) if hidden else replace(judgement, outcome=Outcome.KEEPS_PACE)


def _cost_of_ours(ours: Player, turn: Turn, sized: Sized) -> Cost | None:
    timed = ours.take_turn(turn)
    return None if timed.moved or _reached(timed, sized.ours) == 0 else timed.cost


def _reached(timed: Timed, size_of: Callable[[Value], int]) -> int:
    return size_of(timed.reply.value) if timed.cost is not None and isinstance(timed.reply, Returned) else 0


def _without_an_answer(reply: Reply, played: tuple[Played, ...]) -> Growth:
    if isinstance(reply, NoReply):
        if reply.verdict is Verdict.TIMED_OUT:
            return Growth(Outcome.TOO_SLOW, Reason.TIMED_OUT, played, reply)
        if reply.verdict in {Verdict.UNGRADABLE, Verdict.SKIPPED}:
            return Growth(Outcome.INCONCLUSIVE, Reason.MACHINE, played, reply)
    return Growth(Outcome.NOT_RIGHT, None, played, reply)
