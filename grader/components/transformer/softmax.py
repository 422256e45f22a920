"""Softmax: ``softmax(z, axis=-1)``, in NumPy or torch (contract, *softmax*)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.matches_reference import Case, MatchesReference, describe_difference
from grader.checks.student import References, Settled, Student, index_text, number_text
from grader.compare import Tolerance, compare, own_tolerance, tolerance_for
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
    if student.library == "numpy":
        # Integers are what people type by hand; an array made like the input holds no fractions then.
        whole = dice.permuted(np.array([[0, 2, 1, 3], [4, 0, 1, -2]]), axis=1)
        yield Case(Text("softmax of a (2, 4) array of integers"), (whole,))


def softmax_of(student: Student, z: NDArray[Any] | Array, asked: Text, *axis: int) -> Array:
    reply = student.call("softmax", z, *axis, case=str(asked))
    got = student.numbers(student.returned(reply, asked).value, asked)
    if got.shape != z.shape:
        difference = compare(np.zeros(z.shape), got.data, tolerance_for(got.dtype)).difference
        assert difference is not None
        raise Settled(Verdict.WRONG, describe_difference(asked, difference))
    return got


def require_substance(student: Student) -> None:
    """Settled WRONG for answers that the input alone doesn't decide, or that are it: many properties hold for them."""
    if "softmax.substance" not in student.memo:
        dice = student.dice("substance")
        first = np.cumsum(dice.uniform(0.5, 1.5, (3, 4)), axis=1)
        second = first[::-1, ::-1].copy()  # the largest of each row stands elsewhere, whatever the seed
        asked = Text("softmax of a (3, 4) array")
        one, two = softmax_of(student, first, asked).data, softmax_of(student, second, asked).data
        # What is drawn anew, or is just left in memory, differs from one call to the next too.
        again = softmax_of(student, first, asked).data
        depends = bool(np.isfinite(one).all()) and not np.allclose(one, two)  # NaN differs from itself
        # Both at once: a call that ends the process leaves neither behind.
        student.memo["softmax.steady"] = np.allclose(one, again)
        student.memo["softmax.substance"] = depends and not np.allclose(one, first)
    if not student.memo["softmax.substance"]:
        raise Settled(Verdict.WRONG, Text("The answer is the input itself, NaN, or the same for every input."))
    if not student.memo["softmax.steady"]:
        raise Settled(Verdict.WRONG, Text("The same input gave another answer the second time."))


def any_axis(student: Student) -> Text | None:
    if not has_axis(student):
        raise Settled(Verdict.NOT_APPLICABLE, Text("There is no axis parameter."))
    require_substance(student)
    dice = student.dice("any_axis")
    for shape in ((6,), (3, 5), (2, 3, 5), (2, 4, 3, 5)):
        for axis in (*range(len(shape)), -1):
            asked = Text("softmax of a {rank}-D array along axis {axis}", {"rank": len(shape), "axis": axis})
            z = dice.normal(0, 2, shape)
            got = softmax_of(student, z, asked, axis)
            # Whatever the function does to rows, it must do to the slices along any axis.
            slices = np.moveaxis(z, axis, -1)
            rows = slices.reshape(-1, z.shape[axis])
            alone = softmax_of(student, rows, Text("softmax of the same slices as rows"), -1)
            expected = np.moveaxis(alone.data.reshape(slices.shape), -1, axis)
            difference = compare(expected, got.data, own_tolerance(got)).difference
            if difference is not None:
                return Text(
                    "Slices along an axis must come out as the same numbers in rows do. {difference}",
                    {"difference": describe_difference(asked, difference)},
                )
    return None


def sums_to_one(student: Student) -> Text | None:
    require_substance(student)
    asked = Text("softmax of a (2, 3, 5) array")
    z = student.dice("sums").normal(0, 3, (2, 3, 5))
    got = softmax_of(student, z, asked)
    totals = got.data.astype(np.float64).sum(axis=-1)
    worst = np.unravel_index(int(np.nan_to_num(np.abs(totals - 1), nan=np.inf).argmax()), totals.shape)
    # Numbers that are coarse each are so together.
    if abs(totals[worst] - 1) <= z.shape[-1] * own_tolerance(got).absolute and got.data.min() >= 0:
        return None
    if got.data.min() < 0:
        return Text(
            "{asked}: a probability can't be negative; the smallest is {least}.",
            {"asked": asked, "least": number_text(float(got.data.min()))},
        )
    return Text(
        "{asked}: every row along the last axis must add up to 1; row {index} adds up to {total}.",
        {
            "asked": asked,
            "index": index_text([int(i) for i in worst]),
            "total": number_text(float(totals[worst])),
        },
    )


def shift_invariant(student: Student) -> Text | None:
    require_substance(student)
    asked = Text("softmax of z and of z + 3")
    z = student.dice("shift").normal(0, 1, (3, 4))
    plain, moved = softmax_of(student, z, asked), softmax_of(student, z + 3.0, asked)
    # float32 rounds z + 3 itself to about 2e-7.
    difference = compare(plain.data, moved.data, own_tolerance(plain)).difference
    return None if difference is None else describe_difference(asked, difference)


def stable(student: Student) -> Text | None:
    """The level of a row doesn't matter, however high or low: compared with the student's own answer near 0."""
    require_substance(student)
    # Gaps that float32 holds exactly even near 1e4, where neighbours are 0.001 apart.
    steps = student.dice("stable").integers(40, 90, 2) / 64
    near = np.array([[0.0, -steps[0], -steps.sum()], [-steps[1], 0.0, -steps.sum()]])
    home = softmax_of(student, near, Text("softmax of logits near 0"))
    for level in (1e3, -1e3, 1e4, -1e4):
        asked = Text("softmax of logits near {level}", {"level": f"{level:g}"})
        for z in (student.array(near + level), student.array(near + level, "float32")):
            found = _same_as_near_zero(asked, home, softmax_of(student, z, asked), abs(level))
            if found is not None:
                return found
    asked = Text("softmax of rows near 0, 1e4 and -1e4 together")
    levels = np.array([0.0, 1e4, -1e4])
    for row, other in ((near[0], near[1]), (near[1], near[0])):
        rows = np.stack([row, other, row])
        home = softmax_of(student, rows, Text("softmax of rows near 0"))
        found = _same_as_near_zero(asked, home, softmax_of(student, rows + levels[:, None], asked), 1e4)
        if found is not None:
            return found
    wide = np.array([[1e4, 0.0, -1e4]])
    asked = Text("softmax of the row 1e4, 0, -1e4")
    for z in (student.array(wide), student.array(wide, "float32")):
        got = softmax_of(student, z, asked).data
        if np.isnan(got).any():
            return _overflow(asked, got)
    return None


def _overflow(asked: Text, got: NDArray[Any]) -> Text:
    return Text(
        "{asked}: NaN came back (at {index}). The exponential of a large number overflows, and that of a very "
        "low one is 0.",
        {"asked": asked, "index": index_text([int(i) for i in np.argwhere(np.isnan(got))[0]])},
    )


def _same_as_near_zero(asked: Text, home: Array, far: Array, level: float) -> Text | None:
    # z - logsumexp(z) is right too, and float32 rounds that logarithm to level * 6e-8.
    rounding = max(1e-5 + level * 1.2e-7, own_tolerance(home).absolute)
    difference = compare(home.data, far.data, Tolerance(rounding, rounding)).difference
    if difference is None:
        return None
    if np.isnan(far.data).any():
        return _overflow(asked, far.data)
    return describe_difference(asked, difference)


def minus_infinity(student: Student) -> Text | None:
    require_substance(student)
    z = student.dice("minus_infinity").normal(0, 1, (3, 6))
    z[0, [1, 4]] = z[1, 0] = z[2, 1:5] = -np.inf
    asked = Text("softmax of rows that hold -inf")
    got = softmax_of(student, z, asked).data
    for index in np.argwhere(np.isinf(z)):
        if got[tuple(index)] != 0:
            crumb = 0 < got[tuple(index)] < 1e-3
            raise Settled(
                Verdict.WRONG,
                Text(
                    "{asked}: where the logit is -inf the answer must be exactly 0; at {index} it is {got}.",
                    {
                        "asked": asked,
                        "index": index_text([int(i) for i in index]),
                        "got": number_text(got[tuple(index)]),
                    },
                ),
                suspects=("softmax/epsilon_on_each_exponential",) if crumb else (),
            )
    if np.isfinite(got).all() and (got[np.isfinite(z)] != 0).all():
        return None
    return Text("{asked}: where the logit is finite the answer must be finite and not 0.", {"asked": asked})


def input_untouched(student: Student) -> Text | None:
    require_substance(student)
    asked = Text("softmax of a (3, 4) array")
    z = student.array(student.dice("untouched").normal(0, 1, (3, 4)))
    reply = student.returned(student.call("softmax", z, case=str(asked), arguments_after=True), asked)
    after = student.numbers(reply.arguments_after[0], asked)
    if after.shape == z.shape and np.array_equal(after.data, z.data):
        return None
    raise Settled(
        Verdict.WRONG,
        Text("{asked}: the caller's array was changed by the call; work on a copy.", {"asked": asked}),
        suspects=("softmax/changes_its_input",),
    )


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
                Claim("any_axis", Text("any axis, 1-D to 4-D"), any_axis),
                Claim("sums_to_one", Text("rows add up to 1"), sums_to_one),
                Claim("shift_invariant", Text("unchanged by adding a constant"), shift_invariant),
                Claim("stable", Text("finite and right at ±1e4"), stable),
                Claim("minus_infinity", Text("-inf gives exactly 0"), minus_infinity),
                Claim("input_untouched", Text("leaves its input alone"), input_untouched),
            ),
        ),
    ),
)
