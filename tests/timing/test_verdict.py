"""What is concluded from rounds that are given; no kernel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest

from grader.model import CallFunction, NoReply, Raised, Reply, Returned, Value, Verdict
from grader.timing import (
    CannotTime,
    Contest,
    Cost,
    Gap,
    Outcome,
    Pace,
    Pair,
    Reason,
    Round,
    Timed,
    Turn,
    contest,
    judge,
    keeps_pace,
)

GAP = Gap(good=1.0, bad=9.0)  # the limit is 3


def paces(ratio: float, rounds: int = 8, baseline: float = 0.005, wall: float = 1.0) -> tuple[Pace, ...]:
    """By the wall, the student takes `wall` times as long as of the processor."""
    one = Pace(Cost(ratio * baseline, wall * ratio * baseline), Cost(baseline, baseline), moved=False)
    return (one,) * rounds


def judged(played: tuple[Pace, ...]) -> tuple[Outcome, Reason | None]:
    judgement = judge(Contest(played), GAP)
    return judgement.outcome, judgement.reason


def test_the_threshold_lies_in_the_middle_of_a_gap_that_means_something() -> None:
    assert GAP.threshold == 3.0
    assert Gap(1.0, 4.0).threshold == 2.0
    for good, bad in ((1.0, 3.9), (0.0, 4.0), (-1.0, 4.0), (4.0, 1.0)):
        with pytest.raises(ValueError, match="less than 4 times"):
            Gap(good, bad)


def test_below_the_threshold_it_keeps_pace_and_above_it_is_too_slow() -> None:
    assert judged(paces(1.0)) == (Outcome.KEEPS_PACE, None)
    assert judged(paces(2.9)) == (Outcome.KEEPS_PACE, None)
    assert judged(paces(3.1)) == (Outcome.TOO_SLOW, None)
    assert judge(Contest(paces(3.1)), GAP).ratio == pytest.approx(3.1)


def test_on_the_threshold_it_is_too_close() -> None:
    assert judged((paces(2.9, 1) + paces(3.1, 1)) * 10) == (Outcome.INCONCLUSIVE, Reason.CLOSE)


def test_whoever_waits_is_too_slow_by_the_wall() -> None:
    assert judged(paces(1.0, wall=11.0)) == (Outcome.KEEPS_PACE, None)
    assert judged(paces(1.0, wall=13.0)) == (Outcome.TOO_SLOW, Reason.WAITS)


def test_hidden_work_shows_that_a_round_is_slow_and_never_that_it_is_fast() -> None:
    def hidden(ratio: float, rounds: int) -> tuple[Pace, ...]:
        return tuple(replace(pace, student=replace(pace.student, complete=False)) for pace in paces(ratio, rounds))

    assert judged(hidden(1.0, 20)) == (Outcome.INCONCLUSIVE, Reason.HIDDEN_WORK)
    assert judged(hidden(9.0, 8)) == (Outcome.TOO_SLOW, None)


@pytest.mark.parametrize("ratio", [1.0, 9.0])
def test_from_doubtful_rounds_nothing_is_concluded(ratio: float) -> None:
    """Neither that it keeps pace nor that it doesn't."""
    moved = (*paces(ratio, 7), replace(paces(ratio, 1)[0], moved=True))
    assert judged(moved) == (Outcome.INCONCLUSIVE, Reason.OFF_TURN)
    assert judged(paces(ratio, baseline=0.0009)) == (Outcome.INCONCLUSIVE, Reason.TOO_SHORT)
    unsteady = tuple(paces(ratio, 1, baseline=0.004 + 0.002 * (i % 2))[0] for i in range(8))
    assert judged(unsteady) == (Outcome.INCONCLUSIVE, Reason.UNSTEADY)


def test_ten_times_as_fast_as_our_own_code_is_for_a_person_to_look_at() -> None:
    assert judged(paces(0.11)) == (Outcome.KEEPS_PACE, None)
    assert judged(paces(0.09)) == (Outcome.INCONCLUSIVE, Reason.TOO_FAST)


@pytest.mark.parametrize(
    ("reply", "outcome", "reason"),
    [
        (NoReply(Verdict.TIMED_OUT), Outcome.TOO_SLOW, Reason.TIMED_OUT),
        (NoReply(Verdict.CRASHED), Outcome.NOT_RIGHT, None),
        (Raised("ValueError", "no"), Outcome.NOT_RIGHT, None),
        (Returned(1.0), Outcome.NOT_RIGHT, None),
        (NoReply(Verdict.UNGRADABLE), Outcome.INCONCLUSIVE, Reason.MACHINE),
    ],
)
def test_without_a_right_answer_there_is_no_pace(reply: Reply, outcome: Outcome, reason: Reason | None) -> None:
    judgement = judge(Contest(paces(1.0, 3), student=reply), GAP)
    assert (judgement.outcome, judgement.reason, judgement.reply) == (outcome, reason, reply)


def test_a_wrong_baseline_is_our_fault() -> None:
    assert judge(Contest((), baseline=Returned(1.0)), GAP).outcome is Outcome.INCONCLUSIVE


class Doubling:
    """Twice a number; the student's and the baseline's calls can be told apart."""

    label = "doubling"

    def draw(self, dice: np.random.Generator) -> Round:
        number = int(dice.integers(1 << 40))

        def is_right(value: Value) -> bool:
            return value == 2 * number

        student, baseline = (Turn(CallFunction(name, (number,))) for name in ("student", "baseline"))
        return Round(student, baseline, is_right)


class Fake:
    """A worker that answers by `answer`, at a cost of `cost(turn number)`."""

    def __init__(self, log: list[tuple[str, int]], answer: Any = lambda n: 2 * n, cost: Any = lambda _: 0.005) -> None:
        self.log, self.answer, self.cost, self.turns = log, answer, cost, 0

    def take_turn(self, turn: Turn) -> Timed:
        assert isinstance(turn.timed, CallFunction)
        number = cast(int, turn.timed.args[0])
        self.log.append((turn.timed.name, number))
        self.turns += 1
        seconds = self.cost(self.turns)
        return Timed(Returned(self.answer(number)), Cost(seconds, seconds))


def pair(student: Fake, baseline: Fake) -> Pair:
    return Pair(cast(Any, student), cast(Any, baseline))


def test_every_round_has_fresh_inputs_the_same_for_both_in_random_order() -> None:
    log: list[tuple[str, int]] = []
    played = contest(pair(Fake(log), Fake(log)), Doubling(), 3.0, seed=1)
    assert len(played.paces) == 8
    turns = [log[i : i + 2] for i in range(0, len(log), 2)]
    assert len(turns) == 10, "two rounds go to warm up"
    assert all({name for name, _ in turn} == {"student", "baseline"} for turn in turns)
    assert all(turn[0][1] == turn[1][1] for turn in turns)
    assert len({turn[0][1] for turn in turns}) == 10
    assert {turn[0][0] for turn in turns} == {"student", "baseline"}, "now this one is first, now that one"


def test_the_seed_and_the_attempt_make_the_inputs() -> None:
    def inputs(seed: int, attempt: int) -> list[tuple[str, int]]:
        log: list[tuple[str, int]] = []
        contest(pair(Fake(log), Fake(log)), Doubling(), 3.0, seed, attempt)
        return log

    assert inputs(1, 0) == inputs(1, 0)
    assert inputs(1, 0) != inputs(2, 0)
    assert not {number for _, number in inputs(1, 0)} & {number for _, number in inputs(1, 1)}


@pytest.mark.parametrize("wrong_from", [1, 2, 5])
def test_one_wrong_answer_ends_a_contest_in_the_warm_up_too(wrong_from: int) -> None:
    log: list[tuple[str, int]] = []
    student = Fake(log)
    student.answer = lambda n: 2 * n if student.turns < wrong_from else 2 * n + 1
    played = contest(pair(student, Fake(log)), Doubling(), 3.0, seed=1)
    assert isinstance(played.student, Returned)
    assert len(played.paces) == max(0, wrong_from - 3)
    assert judge(played, GAP).outcome is Outcome.NOT_RIGHT


def test_who_is_far_above_the_limit_is_called_twice() -> None:
    log: list[tuple[str, int]] = []
    played = contest(pair(Fake(log, cost=lambda _: 0.005 * 16), Fake(log)), Doubling(), 3.0, seed=1)
    assert len(played.paces) == 2
    assert judge(played, GAP).outcome is Outcome.TOO_SLOW


@pytest.mark.parametrize("slow", [1, 2, 3])
def test_one_call_that_takes_a_hundred_times_as_long_decides_nothing(slow: int) -> None:
    """Something may have been done for once: an import, a table."""
    log: list[tuple[str, int]] = []
    student = Fake(log, cost=lambda turn: 0.5 if turn == slow else 0.005)
    played = contest(pair(student, Fake(log)), Doubling(), 3.0, seed=1)
    assert len(played.paces) == (8 if slow <= 2 else 14)
    assert judge(played, GAP).outcome is Outcome.KEEPS_PACE


def test_what_cannot_be_told_is_tried_once_more_and_then_said_so() -> None:
    """In fresh workers.  A second try that decides is what counts."""
    opened = []

    def opening(*costs: Any) -> Any:
        remaining = list(costs)

        @contextmanager
        def open_() -> Iterator[Pair]:
            opened.append(1)
            log: list[tuple[str, int]] = []
            yield pair(Fake(log, cost=remaining.pop(0)), Fake(log))

        return open_

    close = lambda turn: 0.005 * (2.9 if turn % 2 else 3.1)
    twice = keeps_pace(opening(close, close), Doubling(), GAP, seed=1)
    assert (twice.outcome, twice.reason, len(opened)) == (Outcome.INCONCLUSIVE, Reason.CLOSE, 2)
    assert len(twice.paces) == 20
    opened.clear()
    assert keeps_pace(opening(close, lambda _: 0.005), Doubling(), GAP, seed=1).outcome is Outcome.KEEPS_PACE
    assert len(opened) == 2
    opened.clear()
    assert keeps_pace(opening(lambda _: 0.05), Doubling(), GAP, seed=1).outcome is Outcome.TOO_SLOW
    assert len(opened) == 1, "a plain answer isn't asked for twice"


def test_a_machine_that_cannot_time_costs_nobody_anything() -> None:
    def open_() -> AbstractContextManager[Pair]:
        raise CannotTime("no")

    judgement = keeps_pace(open_, Doubling(), GAP, seed=1)
    assert (judgement.outcome, judgement.reason) == (Outcome.INCONCLUSIVE, Reason.MACHINE)
