"""What shows inside a module of the student's: what its own modules are given and give, and what training moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.student import Settled, Student
from grader.model import Array, CallModule, FitModule, Overheard, ReadParameters, Returned, SetParameters, Text, Value

__all__ = ["heard_in", "heard_inside", "moved_by_training", "moved_or_nothing_learns"]

# What torch says of a loss that depends on nothing that learns, and where no parameter learns (in two versions).
_NOTHING_LEARNS = ("does not require grad", "argument to `grad()` cannot be empty", "grad requires non-empty inputs")


def heard_inside(student: Student, call: CallModule, asked: Text) -> list[Mapping[str, Value]]:
    """What the modules inside are given and give, in the order in which they end, as `Overheard` tells it."""
    return heard_in(student.returned(student.ask(Overheard(call.handle, call)), asked).value)


def heard_in(body: Value) -> list[Mapping[str, Value]]:
    """The entries in what was replied to an `Overheard`."""
    entries = body.get("heard") if isinstance(body, Mapping) else ()
    return [entry for entry in entries if isinstance(entry, Mapping)] if isinstance(entries, tuple) else []


def moved_by_training(
    student: Student, fit: FitModule, values: Sequence[Array], asked: Text
) -> list[NDArray[np.bool_]] | None:
    """By parameter: which of its numbers aren't what they were once `fit` is through?  Settled where `fit` stops.

    `values` are the parameters before, and afterwards they are back.  None where others come back than went in.
    """
    try:
        student.returned(student.ask(fit), asked)
        reply = student.ask(ReadParameters(fit.handle))
    finally:
        restored = student.ask(SetParameters(fit.handle, tuple(values)))
    student.returned(restored, asked)
    after = reply.value if isinstance(reply, Returned) and isinstance(reply.value, tuple) else ()
    if len(after) != len(values):
        return None
    return [
        ~np.isclose(new.data, old.data)
        if isinstance(new, Array) and new.shape == old.shape
        else np.zeros(old.shape, dtype=np.bool_)
        for new, old in zip(after, values, strict=True)
    ]


def moved_or_nothing_learns(
    student: Student, fit: FitModule, values: Sequence[Array], asked: Text
) -> list[NDArray[np.bool_]] | None:
    """`moved_by_training`, and nothing moves where torch can't take a gradient because nothing learns."""
    try:
        return moved_by_training(student, fit, values, asked)
    except Settled as settled:
        if settled.raised is None or not any(said in settled.raised.message for said in _NOTHING_LEARNS):
            raise
        return [np.zeros(value.shape, dtype=np.bool_) for value in values]
