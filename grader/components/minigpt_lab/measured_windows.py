"""Which windows a measure of the mean loss takes: out of all the data that it's given, as long as the model's context.

The data of this run have no two windows alike.  So many windows are asked for that who goes through the data in order
comes to their end, window by window or token by token.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.loop_parameters import roles_of
from grader.checks.student import Settled, Student
from grader.checks.training_loop import Run, watch
from grader.components.minigpt_lab.measured_batches import of_its_batches
from grader.components.minigpt_lab.windows_given import (
    OTHER_CONTEXT,
    longest,
    number_of_its_own,
    of_another_length,
    windows_in,
)
from grader.model import Array, Text, Value, Verdict

__all__ = ["windows_of_all_data"]

BATCHES = 40
ROWS = 16
RUNS = 6
FEW_BATCHES, FEW_ROWS = 5, 4
SHORTER = 4  # a quarter of the data

# The part of the data that must have come up on the way from either end.  Who goes through them in order may drop a
# last batch that isn't full.  Starts that are drawn miss a part p of the data with a probability of p**n: with as many
# as needed for a chance in a billion the bar is higher, up to MOST.
LEAST, MOST = 0.6, 0.85
BY_CHANCE = 1e-9

Ids = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class _Seen:
    """The starts of the windows of several runs, each in the order in which they came."""

    run: Run
    length: int
    tokens: int
    starts: Sequence[Sequence[int]]

    @property
    def end(self) -> int:
        return self.tokens - self.length - 1

    @property
    def places(self) -> set[int]:
        return {start for run in self.starts for start in run}

    @property
    def drawn(self) -> bool:
        return any(not np.array_equal(self.starts[0], other) for other in self.starts)

    def reaches(self, part: float) -> bool:
        """From either end; windows that don't overlap may end before the last token does."""
        first, last = min(self.places), max(self.places)
        return last + self.length >= part * self.end and first - self.length <= (1 - part) * self.end


def windows_of_all_data(student: Student, first: Run, role: str, vocab_size: int, data: Ids) -> Text | None:
    """`first` is a run with a model of the usual context; `data` (N,) has no two windows alike."""
    survey = _Survey(student, role, vocab_size)
    try:
        seen = survey.seen(data, BATCHES, ROWS, 1)
    except Settled as settled:
        if settled.verdict is not Verdict.RAISED:
            raise
        return _of_those_that_fit(survey, data)
    lengths = longest(first.forwards), seen.length
    number_of_its_own(student, *lengths)
    wrong_length = of_another_length(seen.run, *lengths)
    if wrong_length is not None:
        student.suspect("mean_loss/windows_of_another_length")
        return wrong_length
    # Windows that aren't in the data are judged by the number that comes of them.
    if not seen.places or seen.reaches(MOST):
        return None
    seen = survey.seen(data, BATCHES, ROWS, RUNS)
    if seen.reaches(_bar(seen)) or _stops_early(survey, data, seen):
        return None
    return _a_part(student, seen)


def _of_those_that_fit(survey: _Survey, data: Ids) -> Text | None:
    """A window that runs over the end is hardly ever among few, and judged with `get_batch`, which draws them."""
    seen = survey.seen(data, FEW_BATCHES, FEW_ROWS, RUNS)
    if not seen.places or not seen.drawn or seen.reaches(_bar(seen)):
        return None
    return _a_part(survey.student, seen)


def _a_part(student: Student, seen: _Seen) -> Text:
    if len(seen.places) > 1:  # one window, again and again, is another mistake
        student.suspect("mean_loss/part_of_the_data")
    return Text(
        "{asked}: of all windows that the model was given, the first begins at place {first} and the last at {last}; "
        "in the data there are windows from 0 to {end}.",
        {"asked": seen.run.asked, "first": min(seen.places), "last": max(seen.places), "end": seen.end},
    )


def _bar(seen: _Seen) -> float:
    if not seen.drawn:
        return LEAST
    part: float = BY_CHANCE ** (1 / len(seen.places))
    return min(MOST, max(LEAST, part))


def _stops_early(survey: _Survey, data: Ids, seen: _Seen) -> bool:
    """Does it go in order, over so many windows as it sets itself?  Of shorter data that is a larger part."""
    roles = roles_of(survey.student.found[survey.role])
    if {"batches", "batch_size"} <= set(roles) or (np.diff(seen.starts[0]) < 0).any():
        return False
    try:
        less = survey.seen(data[: len(data) // SHORTER], BATCHES, ROWS, 1)
    except Settled:
        return False
    return bool(less.places) and less.reaches(LEAST)


@dataclass(frozen=True, eq=False)
class _Survey:
    student: Student
    role: str
    vocab_size: int

    def seen(self, data: Ids, batches: int, rows: int, runs: int) -> _Seen:
        """What `runs` calls show, those aside that stop where another doesn't; else settled."""
        dice = self.student.dice("mean_loss.windows")
        runs_seen: list[Run] = []
        stopped: Settled | None = None
        for _ in range(runs):
            try:
                runs_seen.append(of_its_batches(self._run(data, batches, rows, int(dice.integers(2**31)))))
            except Settled as settled:
                self.student.memo.pop(f"{self.role}.failed", None)  # what stops here doesn't stop with other data
                stopped = settled
        if not runs_seen:
            assert stopped is not None
            raise stopped
        given = [[forward.ids for forward in run.forwards if forward.ids is not None] for run in runs_seen]
        asked = runs_seen[0].asked
        if not given[0]:
            message = Text("{asked}: the model must be given ids of shape (batch, context).", {"asked": asked})
            raise Settled(Verdict.WRONG, message)
        starts = [[found[0] for found in windows_in(data, ids) if found] for ids in given]
        return _Seen(runs_seen[0], longest(runs_seen[0].forwards), len(data), starts)

    def _run(self, data: Ids, batches: int, rows: int, seed: int) -> Run:
        name = self.student.found[self.role].name
        asked = Text("{name} with a small model and {count} tokens", {"name": name, "count": len(data)})
        values: Mapping[str, Value] = {
            "steps": batches, "batches": batches, "batch_size": rows, "context": OTHER_CONTEXT,
            "seed": self.student.seed, "device": "cpu", "vocab_size": self.vocab_size,
            "val_data": Array(data, "torch"),
        }  # fmt: skip
        return watch(
            self.student, self.role, data, self.vocab_size, values, asked, seed=seed, scale=1.5, context=OTHER_CONTEXT
        )
