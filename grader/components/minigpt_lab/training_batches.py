"""The batches of a training loop: drawn anew for each step, as large as asked, out of all the data.

A loop that goes over one batch again and again has a beautiful curve: it learns those windows by heart.  So what the
model was given is looked up in data where each window stands once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.loop_parameters import roles_of
from grader.checks.student import Settled, Student
from grader.checks.training_loop import Run, steps_of
from grader.components.minigpt_lab.training_runs import (
    OTHER_BATCH,
    ROLE,
    few_tokens,
    runs_on_few_tokens,
    trained,
)
from grader.components.minigpt_lab.windows_given import (
    Window,
    longest,
    number_of_its_own,
    of_another_length,
    windows_in,
)
from grader.model import Text

__all__ = ["batches", "places"]

Ids = NDArray[np.int64]

# Who keeps a part of the data for validation within the loop, at either end, still gets this far from the other.
REACH = 0.6


def places(data: Ids, row: Ids) -> list[int]:
    """Where `row` stands in the data with a token after it."""
    if len(row) >= len(data):
        return []
    windows = np.lib.stride_tricks.sliding_window_view(data[:-1], len(row))
    return [int(place) for place in np.flatnonzero((windows == row).all(axis=1))]


def batches(student: Student) -> Text | None:
    """Batches of their own for each step, out of all the data, in windows of the model's context.

    Most right loops show it in a short run; what one is told is what a run as long as the first shows.
    """
    told: Text | Settled | None = None
    for run in runs_on_few_tokens(student):
        student.suspects = []
        try:
            told = _wrong_batches(student, trained(student), run)
        except Settled as settled:
            told = settled
        if told is None:
            return None
    if isinstance(told, Settled):
        raise told
    return told


def _wrong_batches(student: Student, first: Run, run: Run) -> Text | None:
    steps_of(run, 1)
    given = [forward.ids for forward in run.recording if forward.gradient is not None and forward.ids is not None]
    lengths = longest(first.recording), longest(run.recording)
    number_of_its_own(student, *lengths)
    wrong_length = of_another_length(run, *lengths)
    if wrong_length is not None:
        student.suspect("training/windows_of_another_length")
        return wrong_length
    data = few_tokens(student)
    starts = windows_in(data, given)
    return _same(student, run, given, starts) or _size(student, run, given) or _reach(student, run, starts, len(data))


def _same(student: Student, run: Run, given: Sequence[Ids], starts: Sequence[Window]) -> Text | None:
    if len(given) < 2 or not all(np.array_equal(given[0], ids) for ids in given):
        return None
    if len(given[0]) == 1:
        student.suspect("training/first_window_only" if 0 in starts[0] else "training/one_batch_for_all_steps")
        return Text(
            "{asked}: in each step the model was given the same window alone. A batch is to be drawn for each step.",
            {"asked": run.asked},
        )
    student.suspect("training/one_batch_for_all_steps")
    return Text(
        "{asked}: in each step the model was given the same {rows} windows. A batch is to be drawn for each step.",
        {"asked": run.asked, "rows": len(given[0])},
    )


def _size(student: Student, run: Run, given: Sequence[Ids]) -> Text | None:
    """The last batch of an epoch may be smaller, and a batch may come in parts that make one step together."""
    rows = [len(ids) for ids in given]
    if "batch_size" not in roles_of(student.found[ROLE]) or max(rows) == OTHER_BATCH:
        return None
    if max(rows) < OTHER_BATCH and sum(rows) == OTHER_BATCH * run.updates:
        return None
    student.suspect("training/batch_size_ignored")
    return Text(
        "{asked}: with a batch size of {size} the model was given {got} windows at a time.",
        {"asked": run.asked, "size": OTHER_BATCH, "got": Counter(rows).most_common(1)[0][0]},
    )


def _reach(student: Student, run: Run, starts: Sequence[Window], tokens: int) -> Text | None:
    """Windows that aren't in the data are judged elsewhere; which of them must come up, by `get_batch`'s checks."""
    known = [found for found in starts if found]
    if not known:
        return None
    first, last = min(min(found) for found in known), max(max(found) for found in known)
    end = tokens - longest(run.recording) - 1
    in_order = np.diff([found[0] for found in known])
    if (last >= REACH * end and first <= (1 - REACH) * end) or (in_order >= 0).all():
        return None
    student.suspect("training/part_of_the_data")
    return Text(
        "{asked}: of all windows that the model was given, the first begins at place {first} and the last at {last}; "
        "in the data there are windows from 0 to {end}.",
        {"asked": run.asked, "first": first, "last": last, "end": end},
    )
