"""Growth by its exponent and by two anchors, with players whose costs are made up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import pytest

from grader.model import Call, CallFunction, NoReply, Raised, Reply, Returned, Value, Verdict
from grader.model.growth import Growth, Limit, Sized
from grader.model.pace import Cost, Outcome, Reason, Turn
from grader.timing.growth import growth
from grader.timing.rounds import Timed

LIMIT = Limit(exponent=1.35, margin=0.1)
SIZES = (32, 64, 64, 128, 256)
Seconds = Callable[[int], float]


@dataclass
class Playing:
    """Each call's argument is its size, and so is the answer."""

    seconds: dict[str, Seconds]
    complete: bool = True
    moved: bool = False
    reply: Callable[[int], Reply] = lambda size: Returned(size)
    sizes: list[int] = field(default_factory=list)

    def take_turn(self, turn: Turn) -> Timed:
        assert isinstance(turn.timed, CallFunction)
        size = turn.timed.args[0]
        assert isinstance(size, int)
        self.sizes.append(size)
        seconds = self.seconds[turn.timed.name](size)
        return Timed(self.reply(size), Cost(seconds, seconds, self.complete), self.moved)

    def ask(self, call: Call, /) -> Reply:
        raise AssertionError(call)


class OfTexts:
    label = "texts"
    sizes: Sequence[int] = SIZES

    def draw(self, dice: np.random.Generator, size: int) -> Sized:
        def turn(name: str) -> Turn:
            return Turn(CallFunction(name, (size,)))

        def reached(value: Value) -> int:
            return value if isinstance(value, int) else 0

        return Sized(turn("student"), turn("good"), turn("bad"), reached, reached)


@dataclass
class Both:
    student: Playing
    bad: Seconds = lambda n: 1e-3 * n * (1 + n / 60)
    moved: bool = False

    @cached_property
    def baseline(self) -> Playing:
        return Playing({"good": lambda n: 1e-3 * n, "bad": self.bad}, moved=self.moved)


def played(both: Both, tries: int = 1) -> tuple[Growth, int]:
    """The judgement, and how many tries it took."""
    opened = 0

    @contextmanager
    def open_workers() -> Iterator[Both]:
        nonlocal opened
        opened += 1
        yield both

    return growth(open_workers, OfTexts(), LIMIT, 1, tries), opened


def student(seconds: Seconds, **more: object) -> Playing:
    return Playing({"student": seconds}, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [lambda n: 5e-3 * n, lambda n: 1e-3 * n**1.2, lambda n: 0.1 + 1e-3 * n])
def test_a_cost_in_proportion_passes_at_once_without_any_anchor(seconds: Seconds) -> None:
    """However slow each token is."""
    both = Both(student(seconds))
    judgement, _ = played(both)
    assert judgement.outcome is Outcome.KEEPS_PACE
    assert both.student.sizes == list(SIZES)
    assert "baseline" not in vars(both)


def test_what_grows_fast_and_is_nearer_to_the_bad_anchor_is_too_slow_and_the_exponents_are_told() -> None:
    judgement, _ = played(Both(student(lambda n: 1.3e-3 * n * (1 + n / 60))))
    assert judgement.outcome is Outcome.TOO_SLOW
    assert judgement.exponent == pytest.approx(judgement.bad, abs=0.01)
    assert judgement.exponent > 1.4
    assert judgement.good == pytest.approx(1)


def test_where_exponent_and_anchors_disagree_nobody_can_tell_and_it_is_tried_again() -> None:
    """It grows fast, and costs less than ours with a cache."""
    judgement, tries = played(Both(student(lambda n: 1e-6 * n**2)), tries=2)
    assert (judgement.outcome, judgement.reason) == (Outcome.INCONCLUSIVE, Reason.CLOSE)
    assert tries == 2


def test_what_grows_fast_and_is_but_a_little_nearer_to_the_bad_anchor_is_not_said_to_be_too_slow() -> None:
    """At 256 tokens the anchors are 5.3 times apart, and it's at 2.6: a cache of lists that are joined can be there."""
    judgement, _ = played(Both(student(lambda n: 2.6e-3 * n * (n / 256) ** 0.45)))
    assert judgement.exponent > LIMIT.exponent
    assert (judgement.outcome, judgement.reason) == (Outcome.INCONCLUSIVE, Reason.CLOSE)


def test_anchors_that_are_near_each_other_decide_nothing() -> None:
    judgement, _ = played(Both(student(lambda n: 1e-4 * n**1.6), bad=lambda n: 2e-3 * n))
    assert (judgement.outcome, judgement.reason) == (Outcome.INCONCLUSIVE, Reason.NARROW)


@pytest.mark.parametrize("whose", ["student", "ours"])
def test_what_ran_off_its_turn_decides_nothing(whose: str) -> None:
    both = Both(student(lambda n: 1e-4 * n**1.6, moved=whose == "student"), moved=whose == "ours")
    assert played(both)[0].outcome is Outcome.INCONCLUSIVE


def test_costs_that_are_not_complete_show_that_it_is_slow_and_never_that_it_is_not() -> None:
    judgement, _ = played(Both(student(lambda n: 1e-3 * n, complete=False)))
    assert (judgement.outcome, judgement.reason) == (Outcome.INCONCLUSIVE, Reason.HIDDEN_WORK)
    judgement, _ = played(Both(student(lambda n: 1.3e-3 * n * (1 + n / 60), complete=False)))
    assert judgement.outcome is Outcome.TOO_SLOW


def test_the_largest_size_is_not_asked_where_it_would_take_too_long() -> None:
    both = Both(student(lambda n: 2e-2 * n * (1 + n / 60)))
    judgement, _ = played(both)
    assert both.student.sizes == list(SIZES[:-1])
    assert [one.size for one in judgement.played] == [64, 64, 128]
    assert judgement.outcome is Outcome.TOO_SLOW


def test_the_size_is_that_of_the_answer_and_answers_that_all_stop_early_decide_nothing() -> None:
    judgement, _ = played(Both(student(lambda n: 1e-3 * n, reply=lambda n: Returned(min(n, 200)))))
    assert judgement.outcome is Outcome.KEEPS_PACE
    assert judgement.played[-1].size == 200
    judgement, _ = played(Both(student(lambda n: 1e-3 * n, reply=lambda n: Returned(min(n, 64)))))
    assert (judgement.outcome, judgement.reason) == (Outcome.INCONCLUSIVE, Reason.TOO_SHORT)


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (Returned("wrong"), Outcome.NOT_RIGHT),
        (Raised("IndexError", "out of range"), Outcome.NOT_RIGHT),
        (NoReply(Verdict.CRASHED), Outcome.NOT_RIGHT),
        (NoReply(Verdict.TIMED_OUT), Outcome.TOO_SLOW),
        (NoReply(Verdict.UNGRADABLE), Outcome.INCONCLUSIVE),
    ],
    ids=["wrong", "raised", "crashed", "timed out", "our fault"],
)
def test_what_gives_no_right_answer_at_some_size_is_not_measured(reply: Reply, outcome: Outcome) -> None:
    judgement, _ = played(Both(student(lambda n: 1e-3 * n, reply=lambda n: reply if n > 100 else Returned(n))))
    assert judgement.outcome is outcome
    assert judgement.reply == reply
