"""The gradients that flow back through the student's attention, in torch."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from grader.checks.attend import arguments, ask, own_error
from grader.checks.matches_reference import describe_difference, exact
from grader.checks.score_divisor import divisor
from grader.checks.student import Settled, Student
from grader.compare import Tolerance, compare, tolerance_for
from grader.model import Array, Text, Verdict

__all__ = ["gradients"]

Numbers = NDArray[np.float64]


def gradients(student: Student) -> Text | None:
    if student.library != "torch":
        raise Settled(Verdict.NOT_APPLICABLE, Text("Gradients are asked of torch functions only."))
    dice = student.dice("gradients")
    Q, K, V = (dice.normal(0, 1, (5, d)) for d in (4, 4, 6))
    cotangent = dice.normal(0, 1, (5, 6))
    asked = Text("gradients of attention")
    args = arguments(student, Q, K, V)
    lifted = Array(cotangent.reshape((*args[0].shape[:-2], 5, 6)), "torch")
    reply = ask(student, Q, K, V, asked=asked, gradient_of=(0, 1, 2), cotangent=lifted)
    # A wrong scale has a check of its own: the gradients are those of attention with the scale that was found.
    scale = math.sqrt(4) / divisor(student, 5, 4, 6)
    expected = _reference_gradients(student, (Q, K, V), cotangent, scale if math.isfinite(scale) else 1.0)
    for name, got, want in zip("QKV", reply.gradients, expected, strict=False):
        if got is None:
            return Text(
                "No gradient reaches {name}: is it detached, or does the way lead through NumPy?", {"name": name}
            )
        exact_enough = tolerance_for(got.dtype, depth=2)
        tolerance = Tolerance(max(exact_enough.absolute, own_error(student)), exact_enough.relative)
        difference = compare(want, got.data.reshape(want.shape), tolerance).difference
        if difference is not None:
            return describe_difference(Text("gradient of attention by {name}", {"name": name}), difference)
    return None


def _reference_gradients(
    student: Student, inputs: tuple[Numbers, ...], cotangent: Numbers, scale: float
) -> list[Numbers]:
    """Central differences of sum(reference output * cotangent) by Q, K and V, in float64."""
    points = [exact(student.array(x)) for x in inputs]

    def loss() -> float:
        output, _ = student.references.attention.attention(points[0] * scale, points[1], points[2])
        return float((output * cotangent).sum())

    found = []
    for point in points:
        gradient = np.zeros_like(point)
        for at in np.ndindex(point.shape):
            kept = point[at]
            point[at] = kept + 1e-5
            above = loss()
            point[at] = kept - 1e-5
            gradient[at] = (above - loss()) / 2e-5
            point[at] = kept
        found.append(gradient)
    return found
