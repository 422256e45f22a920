"""The misconception whose output a student's answer equals.

A known-wrong variant explains the answers when it gives the same on every input that was asked, and differs
from the right answer on at least one of them: agreeing only where right and wrong agree says nothing.  The same
exception with the same text is such a difference too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.compare import NotNumbers, Tolerance, compare, numbers, own_tolerance
from grader.model import Array, Misconception, Observation, Value
from grader.model.values import unstyled

__all__ = ["explaining", "explains", "in_float64"]


def explaining(
    misconceptions: Iterable[Misconception],
    observations: Sequence[Observation],
    right: Mapping[str, Callable[..., Any]],
) -> list[Misconception]:
    """Those of `misconceptions` that explain all of `observations`.  `right` has the reference's functions by role."""
    return [m for m in misconceptions if explains(m.functions, observations, right)]


def explains(
    wrong: Mapping[str, Callable[..., Any]],
    observations: Sequence[Observation],
    right: Mapping[str, Callable[..., Any]],
) -> bool:
    """Does the variant give what the student gave, everywhere, and not just what is right?"""
    telling = False
    for observation in observations:
        role = observation.role
        if role not in wrong:
            continue
        if observation.got is None:
            telling = telling or _raises_as_observed(wrong[role], observation)
            continue
        answer = _answer(wrong[role], observation)
        if answer is None or not agrees(answer, observation.got, observation.within):
            return False
        if role in right and not telling:
            expected = _answer(right[role], observation)
            telling = expected is None or not agrees(expected, observation.got, observation.within)
    return telling


def _answer(function: Callable[..., Any], observation: Observation) -> Any:
    """What a function of ours gives on the observed inputs, or None where it raises (that's an answer too)."""
    try:
        return _call(function, observation)
    except Exception:  # noqa: BLE001  a known-wrong variant may break on some input in any way
        return None


def _raises_as_observed(function: Callable[..., Any], observation: Observation) -> bool:
    """The same exception with the same text: in NumPy's, the shapes that met.  Another text proves nothing."""
    if observation.raised is None:
        return False
    try:
        _call(function, observation)
    except Exception as error:  # noqa: BLE001
        return (type(error).__name__, unstyled(str(error))) == (
            observation.raised.type_name,
            observation.raised.message,
        )
    return False


def _call(function: Callable[..., Any], observation: Observation) -> Any:
    with np.errstate(all="ignore"):
        return function(
            *map(in_float64, observation.args), **{k: in_float64(v) for k, v in observation.keywords.items()}
        )


def in_float64(value: Value) -> Any:
    """An argument as functions of ours take it: NumPy arrays of their own, also those in tuples."""
    if isinstance(value, tuple):  # heads: a tuple of triples
        return tuple(map(in_float64, value))
    if not isinstance(value, Array):
        return value
    # A copy: known-wrong variants may write into their arguments.
    return value.data.astype(np.float64) if value.data.dtype.kind == "f" else value.data.copy()


def agrees(answer: Any, got: Value, within: tuple[float, float] | None = None) -> bool:
    """Do our variant's answer and the student's agree, part for part where both have parts?

    `within` is how far they may be apart, absolutely and relatively; else what the student's own precision allows.
    """
    if isinstance(answer, Mapping):
        answer = tuple(answer.values())
    ours = answer if isinstance(answer, tuple) else (answer,)
    theirs = got if isinstance(got, tuple) and any(isinstance(part, Array) for part in got) else (got,)
    if isinstance(got, Mapping):
        theirs = tuple(got.values())
    # None in place of the weights says as much as an output alone.
    pairs = enumerate(zip(ours, theirs, strict=False))
    return all(_same(our, their, within) for i, (our, their) in pairs if i == 0 or their is not None)


def _same(ours: Any, theirs: Value, within: tuple[float, float] | None) -> bool:
    if isinstance(theirs, str):
        return isinstance(ours, str) and ours == theirs
    both_plain = isinstance(theirs, int | float) and isinstance(ours, int | float)
    if within is None and both_plain and int in (type(theirs), type(ours)):
        # A count, of any size: a float that is near it has lost digits.
        return bool(theirs == ours)
    array = numbers(theirs)
    if isinstance(array, NotNumbers):
        return False
    expected = np.asarray(ours)
    if expected.dtype.kind not in "biuf":
        return False
    tolerance = own_tolerance(array, depth=2) if within is None else Tolerance(*within)
    return compare(expected, array.data, tolerance).same
