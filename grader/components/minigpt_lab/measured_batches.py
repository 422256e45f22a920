"""The batches of a run: what a model was asked about, however often it was called for each.

``F.cross_entropy(model(x).view(-1, model(x).size(-1)), ...)`` calls the model twice for a batch, a line that prints a
shape calls it once more for one of them, and ``model(data[None, :1]).shape[-1]`` asks it about no batch at all.  To
count forwards isn't to count batches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from grader.checks.training_loop import Forward, Run

__all__ = ["of_its_batches"]

# Of one batch alone: so many calls are made for its loss.  More are a loop that goes over one batch again and again.
MOST_CALLS_A_BATCH = 3


def of_its_batches(run: Run) -> Run:
    """`run` with one forward for each batch, the last that was asked about it, and their count."""
    batches = _without_a_first_look(_one_for_each(run.forwards))
    if len(batches) == len(run.forwards):
        return run
    unnoted = run.count - len(run.forwards)  # these are as many calls a batch as those that were noted
    return replace(run, forwards=batches, count=len(batches) + -(-unnoted * len(batches) // len(run.forwards)))


def _one_for_each(forwards: Sequence[Forward]) -> list[Forward]:
    found = [f for f, after in pairwise(forwards) if not _alike(f, after)] + list(forwards[-1:])
    one_again_and_again = len(found) == 1 and len(forwards) > MOST_CALLS_A_BATCH
    return list(forwards) if one_again_and_again else found


def _alike(one: Forward, other: Forward) -> bool:
    return one.ids is not None and other.ids is not None and np.array_equal(one.ids, other.ids)


def _without_a_first_look(forwards: list[Forward]) -> list[Forward]:
    """Of another shape than all batches have, or at a single token; the last batch may be smaller than the others."""
    batches = [f for f in forwards if f.ids is None or f.ids.size > 1]
    forwards = batches if len(batches) > 1 else forwards
    shapes = [None if forward.ids is None else forward.ids.shape for forward in forwards]
    is_look = len(shapes) > 2 and shapes[0] != shapes[1] and len(set(shapes[1:-1])) == 1
    return forwards[1:] if is_look else forwards
