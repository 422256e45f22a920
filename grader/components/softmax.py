"""Softmax: ``softmax(z, axis=-1)``, in NumPy or torch (contract, *softmax*)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.matches_reference import Case, MatchesReference, describe_difference
from grader.checks.student import References, Settled, Student, index_text, number_text
from grader.compare import compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import Array, Text, Verdict

__all__ = ["COMPONENT"]


def has_axis(student: Student) -> bool:
    """`softmax_rows(z)` has no axis: it's judged along the last one (contract, decided cases)."""
    return student.found["softmax"].takes(2)


def plain_cases(dice: np.random.Generator, student: Student) -> Iterator[Case]:
    yield Case(Text("softmax of a (4, 7) array along its last axis"), (dice.normal(0, 2, (4, 7)),))
    # Rows of different level: one maximum for the whole array passes everything else.
    rows = dice.normal(0, 1, (3, 5)) + np.array([[0.0], [6.0], [-9.0]])
    yield Case(Text("softmax of rows at different levels"), (rows,))


def axis_cases(dice: np.random.Generator, student: Student) -> Iterator[Case]:
    if not has_axis(student):
        raise Settled(Verdict.NOT_APPLICABLE, Text("There is no axis parameter."))
    for shape in ((6,), (3, 5), (2, 3, 5), (2, 4, 3, 5)):
        for axis in (*range(len(shape)), -1):
            name = Text("softmax of a {rank}-D array along axis {axis}", {"rank": len(shape), "axis": axis})
            yield Case(name, (dice.normal(0, 2, shape), axis))


def softmax_of(student: Student, z: NDArray[Any], asked: Text, *axis: int) -> Array:
    reply = student.call("softmax", z, *axis, case=str(asked))
    got = student.numbers(student.returned(reply, asked).value, asked)
    if got.shape != z.shape:
        difference = compare(np.zeros(z.shape), got.data, tolerance_for(got.dtype)).difference
        assert difference is not None
        raise Settled(Verdict.WRONG, describe_difference(asked, difference))
    return got


def sums_to_one(student: Student) -> Text | None:
    asked = Text("softmax of a (2, 3, 5) array")
    z = student.dice("sums").normal(0, 3, (2, 3, 5))
    got = softmax_of(student, z, asked)
    totals = got.data.astype(np.float64).sum(axis=-1)
    worst = np.unravel_index(int(np.nan_to_num(np.abs(totals - 1), nan=np.inf).argmax()), totals.shape)
    if abs(totals[worst] - 1) <= tolerance_for(got.dtype).absolute and got.data.min() >= 0:
        return None
    return Text(
        "{asked}: every row along the last axis must add up to 1; row {index} adds up to {total}.",
        {
            "asked": asked,
            "index": index_text([int(i) for i in worst]),
            "total": number_text(float(totals[worst])),
        },
    )


def shift_invariant(student: Student) -> Text | None:
    asked = Text("softmax of z and of z + 3")
    z = student.dice("shift").normal(0, 1, (3, 4))
    plain, moved = softmax_of(student, z, asked), softmax_of(student, z + 3.0, asked)
    # float32 rounds z + 3 itself to about 2e-7.
    difference = compare(plain.data, moved.data, tolerance_for(plain.dtype)).difference
    return None if difference is None else describe_difference(asked, difference)


def extreme_cases(dice: np.random.Generator, student: Student) -> Iterator[Case]:
    gap = dice.uniform(0.5, 1.5)
    near = np.array([0.0, -gap, -2 * gap])
    for level in (1e4, -1e4):
        # In float32 the logits themselves are rounded at 1e4: the reference is given the rounded ones.
        z = (np.stack([near, near[::-1]]) + level).astype(np.float32)
        yield Case(Text("softmax of logits near {level}", {"level": f"{level:g}"}), (z.astype(np.float64),))
    rows = np.stack([near, near + 1e4, near - 1e4]).astype(np.float32)
    yield Case(Text("softmax of rows near 0, 1e4 and -1e4 together"), (rows.astype(np.float64),))
    yield Case(
        Text("softmax of logits near 1000 in float32"),
        (Array((near + 1000).astype(np.float32), student.library),),
    )


def minus_infinity_cases(dice: np.random.Generator, student: Student) -> Iterator[Case]:
    z = dice.normal(0, 1, (3, 6))
    z[0, [1, 4]] = z[1, 0] = z[2, 1:5] = -np.inf
    yield Case(Text("softmax of rows that hold -inf"), (z,))


def input_untouched(student: Student) -> Text | None:
    asked = Text("softmax of a (3, 4) array")
    z = student.array(student.dice("untouched").normal(0, 1, (3, 4)))
    reply = student.returned(student.call("softmax", z, case=str(asked), arguments_after=True), asked)
    after = student.numbers(reply.arguments_after[0], asked)
    if after.shape == z.shape and np.array_equal(after.data, z.data):
        return None
    return Text("{asked}: the caller's array was changed by the call; work on a copy.", {"asked": asked})


def reference(references: References, z: NDArray[Any], axis: int = -1) -> NDArray[Any]:
    expected: NDArray[Any] = references.softmax.softmax(z, axis)
    return expected


COMPONENT = Component(
    "softmax",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (Role("softmax", "function", ("z", "axis"), 1, ("softmax_filas", "softmax_rows")),),
            (
                MatchesReference("values", Text("right values"), "softmax", plain_cases, reference),
                MatchesReference("any_axis", Text("any axis, 1-D to 4-D"), "softmax", axis_cases, reference),
                Claim("sums_to_one", Text("rows add up to 1"), sums_to_one),
                Claim("shift_invariant", Text("unchanged by adding a constant"), shift_invariant),
                MatchesReference("stable", Text("finite and right at ±1e4"), "softmax", extreme_cases, reference),
                MatchesReference(
                    "minus_infinity", Text("-inf gives exactly 0"), "softmax", minus_infinity_cases, reference
                ),
                Claim("input_untouched", Text("leaves its input alone"), input_untouched),
            ),
        ),
    ),
)
