"""The call of a measure of the mean loss that its checks look at.

The data is a cycle, so that the token that follows is known from the token alone, whatever batches are drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from grader.checks.student import Settled, Student
from grader.checks.training_loop import CONTEXT, Run, watch
from grader.components.minigpt_lab.mean_loss_numbers import right_numbers, wrong_numbers
from grader.components.minigpt_lab.measured_batches import of_its_batches
from grader.components.minigpt_lab.other_data import MANY, foreign_token, run_with_many_tokens
from grader.model import Array, Text, Value, Verdict

__all__ = ["BATCHES", "OTHER_DATA", "ROLE", "ROWS", "VOCAB", "cycle", "measured"]

ROLE = "mean_loss"
VOCAB = 13
LENGTH = 60 * VOCAB  # more than the batches that are asked for, window by window
# A divisor that stands in the notebook gives BATCHES / divisor of the mean: for none that students write (10, 16, 20,
# 32, 100 ...) is that 1 / ROWS, or another part that a known mistake gives.  Neither is a usual number in a notebook.
BATCHES = 7
ROWS = 11
MOST_STOPS = 3
OTHER_DATA = "mean_loss.other_data"  # what is to be said of it, remembered

Ids = NDArray[np.int64]


def cycle(student: Student) -> Ids:
    """following[token]: one cycle through all tokens, so that none is followed by itself."""
    order = student.dice("mean_loss.cycle").permutation(VOCAB)
    following = np.empty(VOCAB, dtype=np.int64)
    following[order] = np.roll(order, -1)
    return following


def measured(student: Student) -> Run:
    """One call, remembered: one whose batches are such that no known mistake gives the right number by chance."""
    if ROLE not in student.memo:
        following = cycle(student)
        data = [0]
        while len(data) < LENGTH:
            data.append(int(following[data[-1]]))
        asked = Text("{name} of a small model", {"name": student.found[ROLE].name})
        values: Mapping[str, Value] = {
            "steps": BATCHES, "batches": BATCHES, "batch_size": ROWS, "context": CONTEXT, "seed": student.seed,
            "device": "cpu", "vocab_size": VOCAB, "val_data": Array(np.array(data), "torch"),
        }  # fmt: skip
        seeds = map(int, student.dice("mean_loss.run").integers(2**31, size=100))

        def ask(tokens: int = VOCAB) -> Run:
            sized = {**values, "vocab_size": tokens}
            return watch(student, ROLE, np.array(data), tokens, sized, asked, seed=next(seeds), scale=1.5)

        try:
            for _ in range(5):
                run = _that_comes_back(student, ask)
                if _telling(run, following):
                    break
        except Settled as stopped:
            wide = run_with_many_tokens(student, ROLE, stopped, lambda: ask(MANY))
            student.memo[OTHER_DATA] = wide and foreign_token(wide, VOCAB)
            if wide is None or student.memo[OTHER_DATA] is None:
                raise
            run = wide
        student.memo[ROLE] = run
    found: Run = student.memo[ROLE]
    if found.count == 0:
        raise Settled(
            Verdict.WRONG, Text("{asked}: the model that it was given was never called.", {"asked": found.asked})
        )
    return found


def _that_comes_back(student: Student, ask: Callable[[], Run]) -> Run:
    """A window that runs over the end of the data is drawn now and then; what stops `MOST_STOPS` times stops always."""
    for _ in range(MOST_STOPS - 1):
        if f"{ROLE}.failed" in student.memo:
            break
        try:
            return ask()
        except Settled as settled:
            if settled.verdict is not Verdict.RAISED:
                raise
            student.memo.pop(f"{ROLE}.failed", None)
    return ask()


def _telling(run: Run, following: Ids) -> bool:
    """Are the right numbers and those of the known mistakes apart, and the latter from each other?"""
    run = of_its_batches(run)
    right, wrong = right_numbers(run, following), list(wrong_numbers(run, following).values())
    return all(_apart(one, other) for one in right for other in wrong) and all(
        _apart(one, other) for one, other in combinations(wrong, 2)
    )


def _apart(one: float, other: float) -> bool:
    return not (np.isfinite(one) and np.isfinite(other)) or abs(one - other) > 0.005
