"""The windows that a loop gives to the model: where they begin in the data, and how long they are.

They are looked up in data in which no two windows are alike.  A length is compared with the contexts of two models: one
that follows the model's context and isn't it (half of it) is wrong with every model; one that is the same for both is a
number that stands in the notebook, and right for the model in that notebook.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from grader.checks.student import Student
from grader.checks.training_loop import CONTEXT, Forward, Run
from grader.model import Text

__all__ = ["OTHER_CONTEXT", "Window", "longest", "number_of_its_own", "of_another_length", "windows_in"]

OTHER_CONTEXT = 10  # no size of a batch that is asked for

Ids = NDArray[np.int64]
Window = Sequence[int]
"""The places at which one window stands in the data with a token after it: one, where no two windows are alike."""


def longest(forwards: Sequence[Forward]) -> int:
    """The tokens of the longest window, 0 where none is known; the last one of an epoch may be shorter."""
    return max((forward.ids.shape[1] for forward in forwards if forward.ids is not None), default=0)


def windows_in(data: Ids, given: Sequence[Ids]) -> list[Window]:
    """Each row of `given`, ids (B, n), as the places in `data` (N,) at which it stands."""
    indices: dict[int, dict[bytes, list[int]]] = {}
    found: list[Window] = []
    for row in chain.from_iterable(given):
        n = len(row)
        if n not in indices:
            indices[n] = {}
            for place in range(len(data) - n):
                indices[n].setdefault(data[place : place + n].tobytes(), []).append(place)
        found.append(indices[n].get(row.astype(data.dtype).tobytes(), []))
    return found


def _fits(length: int, context: int) -> bool:
    """Where x and y are taken out of one window, x is one shorter, or the window that is given one longer."""
    return abs(length - context) <= 1


def of_another_length(run: Run, length: int, other: int) -> Text | None:
    """Is a window shorter or longer than each model's context?  `other` is that for a context of `OTHER_CONTEXT`.

    One token alone is no window, for whatever model.
    """
    if (length == other and length > 1) or _fits(length, CONTEXT) or _fits(other, OTHER_CONTEXT):
        return None
    return Text(
        "{asked}: a model with a context of {context} was given windows of {got} tokens, and one with a context of "
        "{other_context} windows of {other_got}. A window is as long as the model's context.",
        {
            "asked": run.asked,
            "context": CONTEXT,
            "got": length,
            "other_context": OTHER_CONTEXT,
            "other_got": other,
        },
    )


def number_of_its_own(student: Student, length: int, other: int) -> None:
    """A note for a length that is the same for both models; nothing hangs on it."""
    if length != other:
        return
    student.note(
        Text(
            "The model was given windows of {got} tokens, a number of the notebook's own: with a model of another "
            "context they would be too long or too short. Ask the model for its context.",
            {"got": length},
        )
    )
