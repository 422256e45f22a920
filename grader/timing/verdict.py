"""The judgement on a contest: it keeps pace, it's too slow, the answers aren't right, or nobody can tell.

What can't be told never costs a student anything: it's tried once more with fresh kernels, and then said so.
"""

from __future__ import annotations

import logging
import statistics
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager

from grader.errors import KernelUnavailable
from grader.model import NoReply, Reply, Verdict
from grader.model.pace import WALL_SLACK, Gap, Judgement, Outcome, Pace, Reason, Side, Workload, least_wall
from grader.timing.clock import CannotTime
from grader.timing.rounds import Contest, Contestants, contest, is_far, side_of
from grader.timing.stopping import NotStopped

__all__ = ["judge", "keeps_pace"]

log = logging.getLogger("grader.timing")

# To ask costs about 1 ms of the processor (measured), the same for all: it makes ratios smaller than they are.  A call
# of the baseline's below this is nothing else.
LEAST_BASELINE_SECONDS = 1e-3
MOST_BASELINE_SPREAD = 0.15  # median absolute deviation by median
# A student ten times as fast as our own code is one for a person to look at.
LEAST_RATIO = 0.1
# Between anchors that are four times apart, as the sides of a `Gap` are.
LEAST_LIMIT = 2.0


def keeps_pace(
    open_workers: Callable[[], AbstractContextManager[Contestants]], workload: Workload, gap: Gap, seed: int
) -> Judgement:
    """Whether the student keeps pace with the baseline.  `open_workers` is called once more if that can't be told."""
    for attempt in range(2):
        judgement = _one_attempt(open_workers, workload, gap, seed, attempt)
        if judgement.outcome is not Outcome.INCONCLUSIVE:
            break
        log.info("%s, attempt %d: %s", workload.label, attempt + 1, judgement.reason)
    return judgement


def _one_attempt(
    open_workers: Callable[[], AbstractContextManager[Contestants]],
    workload: Workload,
    gap: Gap,
    seed: int,
    attempt: int,
) -> Judgement:
    try:
        with open_workers() as pair:
            return judge(contest(pair, workload, gap.threshold, seed, attempt), gap)
    except (CannotTime, KernelUnavailable, NotStopped) as error:
        log.warning("%s can't be timed: %s", workload.label, error)
        return Judgement(Outcome.INCONCLUSIVE, Reason.MACHINE)


def judge(played: Contest, gap: Gap) -> Judgement:
    if played.baseline is not None:
        return Judgement(Outcome.INCONCLUSIVE, Reason.MACHINE, paces=played.paces)
    if played.student is not None:
        return _without_an_answer(played.student, played.paces)
    paces = played.paces
    ratio = statistics.median(pace.ratio for pace in paces)
    side = side_of(paces, gap.threshold)
    limit = statistics.median(pace.limit(gap.threshold) for pace in paces)
    doubt = _doubt(paces, ratio, far=is_far(paces, gap.threshold))
    if doubt is not None:
        return Judgement(Outcome.INCONCLUSIVE, doubt, ratio, paces, limit=limit)
    if paces[0].bad is not None and limit < LEAST_LIMIT:
        return Judgement(Outcome.INCONCLUSIVE, Reason.NARROW, ratio, paces, limit=limit)
    if side is Side.SLOW:
        return Judgement(Outcome.TOO_SLOW, None, ratio, paces, limit=limit)
    if least_wall(paces) > WALL_SLACK * limit:
        return Judgement(Outcome.TOO_SLOW, Reason.WAITS, ratio, paces, limit=limit)
    if side is Side.FAST:
        return Judgement(Outcome.KEEPS_PACE, None, ratio, paces, limit=limit)
    hidden = any(pace.side(gap.threshold) is Side.UNKNOWN for pace in paces)
    return Judgement(Outcome.INCONCLUSIVE, Reason.HIDDEN_WORK if hidden else Reason.CLOSE, ratio, paces, limit=limit)


def _without_an_answer(reply: Reply, paces: tuple[Pace, ...]) -> Judgement:
    if isinstance(reply, NoReply):
        if reply.verdict is Verdict.TIMED_OUT:
            return Judgement(Outcome.TOO_SLOW, Reason.TIMED_OUT, None, paces, reply)
        if reply.verdict in {Verdict.UNGRADABLE, Verdict.SKIPPED}:
            return Judgement(Outcome.INCONCLUSIVE, Reason.MACHINE, None, paces, reply)
    return Judgement(Outcome.NOT_RIGHT, None, None, paces, reply)


def _doubt(paces: Sequence[Pace], ratio: float, far: bool) -> Reason | None:
    """Why nothing is to be concluded from these rounds, whatever they say."""
    costs = [pace.baseline.seconds for pace in paces]
    middle = statistics.median(costs)
    if any(pace.moved for pace in paces):
        return Reason.OFF_TURN
    if far:  # a call too short or costs that aren't steady don't make that much
        return None
    # Between two anchors, that is seen by their being too close to each other.
    if middle < LEAST_BASELINE_SECONDS and paces[0].bad is None:
        return Reason.TOO_SHORT
    if statistics.median(abs(cost - middle) for cost in costs) > MOST_BASELINE_SPREAD * middle:
        return Reason.UNSTEADY
    if ratio < LEAST_RATIO:
        return Reason.TOO_FAST
    return None
