"""Scaled dot-product attention: ``attention(Q, K, V, mask=None)``, in NumPy or torch (contract, *attention*).

Each property is read off the student's own weights, so that a wrong scale costs `values` and `scaled` but not the
checks about the mask.  Only `values` and `gradients` compare with the reference.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from grader.checks.attend import arguments, ask, attend, mixing_weights, own_error, read, require_substance
from grader.checks.attention_gradients import gradients
from grader.checks.attention_masks import blocked_is_invisible, mask_before_softmax, mask_convention, mask_runs
from grader.checks.claim import Claim
from grader.checks.mask_convention import uneven_mask
from grader.checks.matches_reference import describe_difference, exact
from grader.checks.precision import lost_precision
from grader.checks.score_divisor import divisor, divisor_error, formula_of, near, wrong_divisor
from grader.checks.student import Settled, Student, index_text, number_text, shape_text
from grader.compare import Tolerance, compare, own_tolerance, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import Array, Text, Verdict

__all__ = ["COMPONENT"]

Numbers = NDArray[np.float64]


def values(student: Student) -> Text | None:
    dice = student.dice("values")
    # Sizes all distinct, n_q != n_k and d_v != d_k; the standard deviation of the scores is about 1, 3 and 6.
    for n_q, n_k, d_k, d_v, spread in ((5, 7, 4, 6, 1.0), (4, 6, 9, 3, 1.7), (3, 8, 5, 2, 2.5)):
        Q, K = dice.normal(0, spread, (n_q, d_k)), dice.normal(0, spread, (n_k, d_k))
        V = dice.normal(0, 1, (n_k, d_v))
        asked = Text(
            "attention of Q {q}, K {k}, V {v}",
            {"q": shape_text(Q.shape), "k": shape_text(K.shape), "v": shape_text(V.shape)},
        )
        got = attend(student, Q, K, V, asked=asked).output
        expected, _ = student.references.attention.attention(*(exact(student.array(x)) for x in (Q, K, V)))
        difference = compare(expected, got.data, tolerance_for(got.dtype)).difference
        if difference is not None:
            again = read(student, ask(student, Q, K, V, asked=asked, seed=1).value, Q, K, V, asked).output
            if not np.array_equal(got.data, again.data, equal_nan=True):
                raise Settled(
                    Verdict.WRONG,
                    Text("{asked}: two calls give different answers. Is dropout always on?", {"asked": asked}),
                    suspects=("attention/dropout_always_on",),
                )
            return lost_precision(asked, got, difference) or describe_difference(asked, difference)
    return None


def scaled(student: Student) -> Text | None:
    sizes = ((5, 4, 6), (7, 9, 3))
    measured = [divisor(student, *size) for size in sizes]
    wanted = [math.sqrt(d_k) for _, d_k, _ in sizes]
    error = divisor_error(student)
    if near(measured, wanted, error):
        return None
    name = formula_of(measured, sizes, error)
    if not np.isfinite(measured).all():
        return Text(
            "The weights don't show by what the scores are divided: a score of 2 among zeros makes no sensible "
            "difference."
        )
    if name == "1/√d_k":
        return Text("The scores are multiplied by √d_k (found at d_k = 4 and at d_k = 9), not divided by it.")
    return wrong_divisor(name, measured)


def weights_returned(student: Student) -> Text | None:
    require_substance(student)
    dice = student.dice("weights")
    asked = Text("attention of 5 queries and 5 keys")
    Q, K = dice.normal(0, 1, (5, 4)), dice.normal(0, 1, (5, 4))
    got = attend(student, Q, K, np.eye(5), asked=asked)
    if got.weights is None:
        return Text("{asked}: only the output came back; return the pair (output, weights).", {"asked": asked})
    error = own_error(student)
    together, tolerance = Tolerance(5 * error, 0.0), Tolerance(error, 1e-4)
    weights, used = got.weights.data.astype(np.float64), mixing_weights(got, asked)
    if not compare(used, weights, tolerance).same and compare(used.T, weights, tolerance).same:
        return Text(
            "{asked}: the weights that came back are the transpose of those that mix the values. "
            "A row belongs to a query, a column to a key.",
            {"asked": asked},
        )
    totals = weights.sum(axis=1)
    worst = int(np.nan_to_num(np.abs(totals - 1), nan=np.inf).argmax())
    if not abs(totals[worst] - 1) <= together.absolute or weights.min() < 0:
        if np.allclose(weights.sum(axis=0), 1, atol=1e-5):
            return Text("{asked}: the columns of the weights add up to 1, not the rows.", {"asked": asked})
        return Text(
            "{asked}: each row of the weights must be positive and add up to 1; row {row} adds up to {total}.",
            {"asked": asked, "row": worst, "total": number_text(float(totals[worst]))},
        )
    difference = compare(used, weights, tolerance).difference
    if difference is not None:
        return Text(
            "{asked}: at {index} the weight that came back is {got}, but the output is mixed with {used}.",
            {
                "asked": asked,
                "index": index_text(difference.index),
                "got": number_text(difference.got),
                "used": number_text(difference.expected),
            },
        )
    # Sizes in which the two can't be mistaken for each other.
    V = dice.normal(0, 1, (5, 6))
    if attend(student, Q, K, V, asked=asked).reversed:
        return Text("{asked}: the weights came first; return (output, weights) in this order.", {"asked": asked})
    return None


def batched(student: Student) -> Text | None:
    if student.library != "torch":
        raise Settled(Verdict.NOT_APPLICABLE, Text("Batches are asked of torch functions only."))
    require_substance(student)
    dice = student.dice("batched")
    allowed = uneven_mask(dice, 5, 5)
    for lead in ((2,), (2, 3)):
        Q, K, V = (dice.normal(0, 1, (*lead, 5, d)) for d in (4, 4, 6))
        asked = Text("attention of a batch, Q {shape}", {"shape": shape_text(Q.shape)})
        for mask in (None, allowed) if mask_runs(student) else (None,):
            if mask is not None:
                asked = Text("attention of a batch, Q {shape}, with a (5, 5) mask", {"shape": shape_text(Q.shape)})
            got = attend(student, Q, K, V, mask, asked=asked).output
            alone = [
                attend(student, Q[i], K[i], V[i], mask, asked=Text("attention of one of the batch")).output.data
                for i in np.ndindex(lead)
            ]
            expected = np.stack(alone).reshape(*lead, *alone[0].shape)
            difference = compare(expected, got.data, own_tolerance(got)).difference
            if difference is not None:
                message = Text(
                    "Each member of a batch must come out as it does alone. {difference}",
                    {"difference": describe_difference(asked, difference)},
                )
                suspects = _axis_taken_from_the_front(student, Q, K, V, got) if mask is None else ()
                raise Settled(Verdict.WRONG, message, suspects=suspects)
    return None


def _axis_taken_from_the_front(student: Student, Q: Numbers, K: Numbers, V: Numbers, got: Array) -> tuple[str, ...]:
    """Axis 1 is the right one in a matrix; in a batch the queries (or the heads) stand there."""
    scores = np.matmul(Q, K.swapaxes(-2, -1)) * Q.shape[-1] ** -0.5
    larger = math.sqrt(K.shape[-1] / K.shape[1])
    outputs = {
        "attention/softmax_over_axis_1": student.references.softmax.softmax(scores, 1) @ V,
        "attention/divided_by_the_size_of_axis_1": student.references.attention.attention(Q * larger, K, V)[0],
    }
    tolerance = tolerance_for(got.dtype, depth=2)
    return tuple(mistake for mistake, output in outputs.items() if compare(output, got.data, tolerance).same)


def input_untouched(student: Student) -> Text | None:
    require_substance(student)
    dice = student.dice("untouched")
    Q, K, V = (dice.normal(0, 1, (5, d)) for d in (4, 4, 6))
    allowed = uneven_mask(dice, 5, 5) if mask_runs(student) else None
    asked = Text("attention of Q, K, V and a mask")
    before = arguments(student, Q, K, V, allowed)
    reply = ask(student, Q, K, V, allowed, asked=asked, arguments_after=True)
    for name, given, value in zip(("Q", "K", "V", "the mask"), before, reply.arguments_after, strict=False):
        after = student.numbers(value, asked)
        if after.shape != given.shape or not np.array_equal(after.data, given.data):
            raise Settled(
                Verdict.WRONG,
                Text("{asked}: {name} was changed by the call; work on a copy.", {"asked": asked, "name": name}),
                suspects=("attention/changes_its_mask" if name == "the mask" else "attention/changes_its_input",),
            )
    return None


COMPONENT = Component(
    "attention",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (
                Role(
                    "attention",
                    "function",
                    ("Q", "K", "V", "mask"),
                    3,
                    ("scaled_dot_product_attention", "atencion_producto_escalar", "atencion"),
                ),
            ),
            (
                Claim("values", Text("right values"), values),
                Claim("scaled", Text("scores divided by √d_k"), scaled),
                Claim("weights", Text("returns the weights, a row for each query"), weights_returned),
                Claim("mask_convention", Text("mask: True (1) = may attend"), mask_convention),
                Claim("mask_before_softmax", Text("the mask acts before the softmax"), mask_before_softmax),
                Claim("blocked_is_invisible", Text("blocked keys and values have no influence"), blocked_is_invisible),
                Claim("batched", Text("batch and head axes in front"), batched),
                Claim("gradients", Text("right gradients"), gradients),
                Claim("input_untouched", Text("leaves its inputs alone"), input_untouched),
            ),
        ),
    ),
)
