"""The answer equals the reference's on chosen inputs."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from grader.checks.parts import parts_of
from grader.checks.precision import lost_precision
from grader.checks.student import (
    Settled,
    Student,
    first_array,
    index_text,
    number_text,
    passed,
    shape_text,
    wrong,
)
from grader.compare import Difference, NotNumbers, Tolerance, compare, numbers, tolerance_for
from grader.model import Array, CheckResult, Returned, Text, Value

__all__ = ["Case", "MatchesReference", "describe_difference", "exact"]

# So few numbers may be a known mistake's by chance.  More of them hardly are: one answer is enough to know it by.
FEW_NUMBERS = 4


@dataclass(frozen=True, eq=False)
class Case:
    """Inputs of one question.  `name` says for the report what is special about them."""

    name: Text
    args: tuple[Value | npt.NDArray[Any], ...]
    keywords: Mapping[str, Value] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """A slip in a course's own file is told at the line that makes the case, not where a report is written."""
        for attribute, wanted in (("name", Text), ("args", tuple)):
            if not isinstance(getattr(self, attribute), wanted):
                raise TypeError(f"a Case's {attribute} must be a {wanted.__name__}")


@dataclass(frozen=True)
class MatchesReference:
    """`role` gives the reference's values on each of `cases`.

    `reference` computes the expectation in float64 in our process, from the teacher's modules and
    the same arguments, as NumPy arrays.  Where it gives a tuple, the student must give as many values, and each is
    compared; else the first array that came back is.  `depth` is how many components deep the operation is (for the
    tolerance).  The first difference settles the verdict; where an answer has `FEW_NUMBERS` only, the other cases are
    asked all the same, so that no cause is told that doesn't explain all answers.
    """

    id: str
    title: Text
    role: str
    cases: Callable[[np.random.Generator, Student], Iterable[Case]]
    reference: Callable[..., npt.NDArray[Any] | tuple[npt.NDArray[Any], ...]]
    depth: int = 1
    tolerance: Tolerance | None = None

    def __call__(self, student: Student) -> CheckResult:
        cases = iter(self.cases(student.dice(self.id), student))
        for case in cases:
            args = tuple(student.array(a) if isinstance(a, np.ndarray) else a for a in case.args)
            reply = student.call(self.role, *args, case=str(case.name), keywords=case.keywords)
            value = student.returned(reply, case.name).value
            # The reference sees the very numbers that the student saw, rounded to their dtype.
            expected = self.reference(student.references, *map(exact, args), **case.keywords)
            for asked, part, right in _parts(case.name, value, expected):
                got = student.numbers(part, asked)
                tolerance = self.tolerance or tolerance_for(got.dtype, self.depth)
                difference = compare(right, got.data, tolerance).difference
                if difference is not None:
                    lost = lost_precision(asked, got, difference)
                    if right.size <= FEW_NUMBERS:
                        self._ask(cases, student)
                    return wrong(self, lost or describe_difference(asked, difference))
        return passed(self)

    def _ask(self, cases: Iterator[Case], student: Student) -> None:
        """Note the answers to `cases`, up to one that doesn't come or is none."""
        with contextlib.suppress(Settled):
            for case in cases:
                args = tuple(student.array(a) if isinstance(a, np.ndarray) else a for a in case.args)
                reply = student.call(self.role, *args, case=str(case.name), keywords=case.keywords)
                if not isinstance(reply, Returned) or isinstance(numbers(first_array(reply.value)), NotNumbers):
                    student.observations.pop()
                    return


def _parts(
    asked: Text, value: Value, expected: npt.NDArray[Any] | tuple[npt.NDArray[Any], ...]
) -> Iterator[tuple[Text, Value, npt.NDArray[Any]]]:
    """What was asked, what came and what is right: once, or for each of several values."""
    if not isinstance(expected, tuple):
        yield asked, first_array(value), np.asarray(expected)
        return
    right = [np.asarray(part) for part in expected]
    count = len(right)
    got = parts_of(value, count, asked, stacked=len({part.shape for part in right}) == 1)
    for number, (part, array) in enumerate(zip(got, right, strict=True), start=1):
        name = Text("{asked}, value {number} of {count}", {"asked": asked, "number": number, "count": count})
        yield name, part, array


def exact(value: Any) -> Any:
    """An argument as the reference takes it: arrays as NumPy's, floating ones in float64."""
    if not isinstance(value, Array):
        return value
    return value.data.astype(np.float64) if value.data.dtype.kind == "f" else value.data


def describe_difference(asked: Text, difference: Difference) -> Text:
    """One screen: what was asked, what came back, where the two part."""
    if difference.reason == "shape":
        return Text(
            "{asked}: the shape is {got}, expected {expected}.",
            {
                "asked": asked,
                "got": shape_text(difference.got_shape),
                "expected": shape_text(difference.expected_shape),
            },
        )
    values: dict[str, str | int | float | Text] = {
        "asked": asked,
        "index": index_text(difference.index),
        "got": number_text(difference.got),
        "expected": number_text(difference.expected),
        "count": difference.mismatched,
        "total": difference.total,
        "largest": number_text(difference.largest),
    }
    if difference.index == ():
        return Text("{asked}: got {got}, expected {expected}.", values)
    if difference.reason == "not_finite":
        return Text(
            "{asked}: {count} of {total} values are not finite or should not be: "
            "at {index} got {got}, expected {expected}.",
            values,
        )
    return Text(
        "{asked}: {count} of {total} values differ, most at {index}: "
        "got {got}, expected {expected} (difference {largest}).",
        values,
    )
