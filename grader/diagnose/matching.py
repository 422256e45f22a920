"""The misconception whose output a student's answer equals.

A known-wrong variant explains the answers when it gives the same on every input that was asked, and differs
from the right answer on at least one of them: agreeing only where right and wrong agree says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.compare import NotNumbers, compare, numbers, tolerance_for
from grader.model import Array, Misconception, Observation, Value

__all__ = ["explaining", "explains"]


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
        if role not in wrong or observation.got is None:
            continue
        answer = _answer(wrong[role], observation)
        if answer is None or not agrees(answer, observation.got):
            return False
        if role in right and not telling:
            expected = _answer(right[role], observation)
            telling = expected is None or not agrees(expected, observation.got)
    return telling


def _answer(function: Callable[..., Any], observation: Observation) -> Any:
    """What a function of ours gives on the observed inputs, or None where it raises (that's an answer too)."""
    try:
        with np.errstate(all="ignore"):
            return function(*map(_exact, observation.args), **{k: _exact(v) for k, v in observation.keywords.items()})
    except Exception:  # noqa: BLE001  a known-wrong variant may break on some input in any way
        return None


def _exact(value: Value) -> Any:
    if not isinstance(value, Array):
        return value
    return value.data.astype(np.float64) if value.data.dtype.kind == "f" else value.data


def agrees(answer: Any, got: Value) -> bool:
    """Do our variant's answer and the student's agree, part for part where both have parts?"""
    ours = answer if isinstance(answer, tuple) else (answer,)
    theirs = got if isinstance(got, tuple) and any(isinstance(part, Array) for part in got) else (got,)
    if isinstance(got, Mapping):
        theirs = tuple(got.values())
    return all(_same(our, their) for our, their in zip(ours, theirs, strict=False))


def _same(ours: Any, theirs: Value) -> bool:
    array = numbers(theirs)
    if isinstance(array, NotNumbers):
        # Integers beyond 64 bits aren't arrays; they are compared as what they are.
        return isinstance(theirs, int) and isinstance(ours, int) and theirs == ours
    expected = np.asarray(ours)
    if expected.dtype.kind not in "biuf":
        return False
    return compare(expected, array.data, tolerance_for(array.dtype, depth=2)).same
