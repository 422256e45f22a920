"""A known mistake is no right answer, however it is rounded: no tolerance reaches to where a mistake's number lies."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, log10
from typing import Any

import numpy as np
import pytest

from grader.components import ASSIGNMENTS
from grader.course import load_misconceptions
from grader.model import Misconception
from tests.components.judged import failed, references

COMPONENTS = {component.id: component for component in ASSIGNMENTS["written"]}
MISTAKES = {mistake.id: mistake for id_ in COMPONENTS for mistake in load_misconceptions(references("written"), id_)}


def to_digits(digits: int) -> Callable[[float], float]:
    return lambda number: round(number, digits - 1 - floor(log10(abs(number)))) if number else number


def cut_off(digits: int) -> Callable[[float], float]:
    def cut(number: float) -> float:
        step = 10.0 ** (floor(log10(abs(number))) + 1 - digits) if number else 1.0
        return floor(number / step + 1e-9) * step

    return cut


# As it's done on paper: to so many digits.  With a single one nothing could be told from anything.
WAYS = {
    **{f"{digits} digits": to_digits(digits) for digits in (2, 3, 4, 5, 6)},
    **{f"cut off after {digits}": cut_off(digits) for digits in (2, 3, 4)},
}


def rounded(value: Any, how: Callable[[float], float]) -> Any:
    """`value` with its numbers rounded; None where it holds none."""
    if isinstance(value, bool | str) or value is None:
        return None
    numbers = np.asarray(value)
    if numbers.dtype.kind not in "iuf":
        return None
    return np.vectorize(how, otypes=[float])(numbers.astype(float)).tolist()


def answers_of(mistake: Misconception, how: Callable[[float], float]) -> str | None:
    """The notebook of a student who made `mistake` and rounded; None where the answers aren't numbers."""
    right = vars(getattr(references("written"), mistake.component))
    lines = []
    for role in COMPONENTS[mistake.component].forms[0].roles:
        function = mistake.functions.get(role.name, right.get(role.name))
        answer = rounded(function(), how) if callable(function) else None
        if answer is None:
            return None
        lines.append(f"{role.name} = {answer!r}")
    return "\n".join(lines)


CASES = [
    pytest.param(mistake, how, id=f"{mistake.id}, {name}")
    for mistake in MISTAKES.values()
    for name, how in WAYS.items()
    if answers_of(mistake, how) is not None
]


def test_most_mistakes_about_numbers_are_looked_at() -> None:
    assert len({case.id.split(",")[0] for case in CASES}) >= 25  # type: ignore[union-attr]


@pytest.mark.parametrize(("mistake", "how"), CASES)
def test_a_rounded_mistake_fails_what_the_mistake_fails(mistake: Misconception, how: Callable[[float], float]) -> None:
    source = answers_of(mistake, how)
    assert source is not None
    assert set(mistake.fails) <= failed(mistake.component, source, 1), source
