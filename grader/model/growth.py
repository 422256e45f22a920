"""The seam for judging how a cost grows: what is timed at which sizes, and what can be said of the exponent.

As `grader.model.pace` is for costs that are compared with a baseline's at one size.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from grader.model.pace import Cost, Outcome, Reason, Turn
from grader.model.replies import Reply
from grader.model.values import Value

__all__ = ["Growth", "Limit", "Played", "Series", "Sized", "exponent_of"]


@dataclass(frozen=True)
class Limit:
    """A cost that grows like n to the power `exponent` is on the limit.

    What is more than `margin` below passes without being compared with anything.
    """

    exponent: float
    margin: float


@dataclass(frozen=True)
class Sized:
    """What is asked at one size, on inputs that are new: of the student, and of our two anchors.

    `reached` is the size that the student's answer has: 0 where it's wrong.  `ours` is that of an anchor's answer.
    """

    student: Turn
    good: Turn
    bad: Turn
    reached: Callable[[Value], int]
    ours: Callable[[Value], int]


class Series(Protocol):
    """What is timed at several sizes, the smallest first; the very first one is for getting warm and doesn't count."""

    @property
    def label(self) -> str: ...
    @property
    def sizes(self) -> Sequence[int]: ...
    def draw(self, dice: np.random.Generator, size: int) -> Sized:
        """What the student is asked here is answered by the process that is measured, and costs nothing."""


@dataclass(frozen=True)
class Played:
    """One size: how much came back, and what it cost the student and, if they were played, our two anchors."""

    size: int
    student: Cost
    good: Cost | None = None
    bad: Cost | None = None


@dataclass(frozen=True)
class Growth:
    """The judgement.  `exponent` is the student's, over all sizes; `good` and `bad` are those of our anchors."""

    outcome: Outcome
    reason: Reason | None = None
    played: tuple[Played, ...] = ()
    reply: Reply | None = None
    device: str = "CPU"

    @property
    def exponent(self) -> float:
        return exponent_of([(one.size, one.student) for one in self.played])

    @property
    def good(self) -> float:
        return exponent_of([(one.size, one.good) for one in self.played if one.good is not None])

    @property
    def bad(self) -> float:
        return exponent_of([(one.size, one.bad) for one in self.played if one.bad is not None])


def exponent_of(costs: Sequence[tuple[int, Cost]]) -> float:
    """The slope of the costs over the sizes, both as logarithms; NaN where there are fewer than two sizes."""
    if len({size for size, _ in costs}) < 2:
        return math.nan
    sizes = np.log([size for size, _ in costs])
    return float(np.polyfit(sizes, np.log([max(cost.seconds, 1e-9) for _, cost in costs]), 1)[0])
