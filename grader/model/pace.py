"""The seam between judging and timing: what is timed, what it's compared with, and what can be said of it.

Checks know nothing of clocks and kernels: they are given a `Bench`.  In production that's one over confined kernels
(``grader.timing``); for the course's own code it's one in the same process.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from grader.model.asking import Ask, Call
from grader.model.replies import Reply
from grader.model.values import Value

if TYPE_CHECKING:
    from grader.model.growth import Growth, Limit, Series

__all__ = [
    "Beginning",
    "Bench",
    "Cost",
    "Gap",
    "Judgement",
    "Outcome",
    "Pace",
    "Reason",
    "Round",
    "Side",
    "Turn",
    "Workload",
    "least_wall",
]

LEAST_GAP = 4.0
# By the wall, the fastest round may take this many times what it may of the processor.  Of code that only computes, the
# fastest of eight rounds is far from it on a busy machine too.
WALL_SLACK = 4.0


class Side(Enum):
    """On which side of the limit a round fell; `UNKNOWN` votes for neither."""

    FAST = "fast"
    SLOW = "slow"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Cost:
    """Of one call.  `seconds` are those that count on this device; where not `complete`, it's at least these."""

    seconds: float
    wall_seconds: float
    complete: bool = True


@dataclass(frozen=True)
class Turn:
    """What a worker is asked in a round: `preparation`, which costs nothing, and what is `timed`."""

    timed: Call
    preparation: tuple[Call, ...] = ()


@dataclass(frozen=True)
class Round:
    """What both are asked, on the same inputs; `is_right` judges the value that comes back, of either.

    With `bad`, what's not meant to pass is played too, by the process of the baseline: the limit lies between the two,
    wherever they lie on this machine.  `ours_is_right` judges what these two give, where it's another thing.
    """

    student: Turn
    baseline: Turn
    is_right: Callable[[Value], bool]
    bad: Turn | None = None
    ours_is_right: Callable[[Value], bool] | None = None


class Workload(Protocol):
    """What is timed.  The sizes that `draw` chooses should make a call of the baseline's take 5 to 20 ms."""

    @property
    def label(self) -> str: ...
    def draw(self, dice: np.random.Generator) -> Round:
        """One round.  What the student is asked here is answered by the process that is measured, and costs nothing."""


@runtime_checkable
class Beginning(Protocol):
    """A `Workload` that has to do something once, before the first round, in fresh processes again."""

    def begin(self, ours: Ask) -> None:
        """`ours` asks the process of the baseline."""


@dataclass(frozen=True)
class Pace:
    """What one round cost.  `moved`: one of the two had run while it should have stood still."""

    student: Cost
    baseline: Cost
    moved: bool
    bad: Cost | None = None

    @property
    def ratio(self) -> float:
        return self.student.seconds / max(self.baseline.seconds, 1e-9)

    def limit(self, threshold: float) -> float:
        """`threshold`, or the middle between the two anchors of this very round, on a scale of ratios."""
        if self.bad is None:
            return threshold
        return math.sqrt(self.bad.seconds / max(self.baseline.seconds, 1e-9))

    def side(self, threshold: float) -> Side:
        """A cost that isn't complete can show that a round is slow, and never that it's fast."""
        if self.ratio > self.limit(threshold):
            return Side.SLOW
        return Side.FAST if self.student.complete else Side.UNKNOWN


@dataclass(frozen=True)
class Gap:
    """Costs, as multiples of the baseline's, of the slowest code that is meant to pass and the fastest that is not.

    Only gaps that mean something are graded: one way of computing against another, not one way of writing.
    """

    good: float
    bad: float

    def __post_init__(self) -> None:
        if not self.bad >= LEAST_GAP * self.good > 0:
            raise ValueError(f"from {self.good:g} to {self.bad:g} is less than {LEAST_GAP:g} times")

    @property
    def threshold(self) -> float:
        """As far from the one as from the other: the geometric mean."""
        return math.sqrt(self.good * self.bad)


class Outcome(Enum):
    KEEPS_PACE = "keeps_pace"
    TOO_SLOW = "too_slow"
    NOT_RIGHT = "not_right"  # no answer, or a wrong one
    INCONCLUSIVE = "inconclusive"


class Reason(Enum):
    """Of a judgement that isn't plain."""

    TIMED_OUT = "no answer within the time limit"
    WAITS = "it waits far longer than it computes"
    CLOSE = "too close to the limit"
    HIDDEN_WORK = "processes came and went within the calls"
    TOO_FAST = "far faster than the baseline"
    UNSTEADY = "the baseline's own cost wasn't steady"
    TOO_SHORT = "the baseline's call is too short to be timed"
    OFF_TURN = "a worker ran while it should have been stopped"
    NARROW = "good and bad code cost too much the same here"
    MACHINE = "the machine or the grader failed"

    @property
    def can_be_had_on_purpose(self) -> bool:
        """So a person should have a look before it earns anything."""
        return self in {Reason.HIDDEN_WORK, Reason.TOO_FAST, Reason.OFF_TURN}


@dataclass(frozen=True)
class Judgement:
    """`ratio` is the median cost as a multiple of the baseline's, `limit` what it may be; `reply` the student's, where
    it's not right.  `device` is the word for what it was timed on, an accelerator if `accelerated`.  Where that isn't
    the one that there is, `unfit` says what keeps the student's code from it, or `failed` names the one that couldn't
    be brought up.
    """

    outcome: Outcome
    reason: Reason | None = None
    ratio: float | None = None
    paces: tuple[Pace, ...] = ()
    reply: Reply | None = None
    limit: float = math.nan
    device: str = "CPU"
    accelerated: bool = False
    unfit: str = ""
    failed: str = ""

    @property
    def most_wall(self) -> float:
        """What the student's fastest round may take by the wall, as a multiple of the baseline's."""
        return WALL_SLACK * self.limit


def least_wall(paces: Sequence[Pace]) -> float:
    """Of the student's fastest round by the wall, as a multiple of the baseline's."""
    return min(pace.student.wall_seconds for pace in paces) / min(pace.baseline.wall_seconds for pace in paces)


class Bench(Protocol):
    """Where a student's code is measured from outside.

    `ask` is the way in which the code is asked everything else too (with stand-ins, in the order of its parameters):
    while it's measured, what is asked through it reaches the process that is measured.
    """

    @property
    def missing(self) -> str:
        """What was required and isn't there, such as a ``GPU``; then nothing is measured, and that's nobody's fault."""

    def keeps_pace(self, ask: Ask, baseline: str, workload: Workload, gap: Gap, seed: int) -> Judgement:
        """Whether the student keeps pace with `baseline`, a cell of our own code that is run in a process beside."""

    def grows(self, ask: Ask, baseline: str, series: Series, limit: Limit, seed: int) -> Growth:
        """How the student's cost grows with the size; `baseline` has our two anchors."""

    def answer_within(self, ask: Ask, call: Call, mebibytes: int) -> Reply | None:
        """What `call` gives in a fresh process that may take so much memory beyond what it has by then.

        None where such a limit can't be set.
        """
