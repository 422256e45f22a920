"""Scaled dot-product attention: ``attention(Q, K, V, mask=None)``, in NumPy or torch (contract, *attention*).

Each property is read off the student's own weights, so that a wrong scale costs `values` and `scaled` but not the
checks about the mask.  Only `values` and `gradients` compare with the reference.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from grader.checks.attend import (
    arguments,
    ask,
    attend,
    find_convention,
    is_distribution,
    mixing_weights,
    read,
    require_mask,
    require_substance,
    trial,
    try_mask,
    weights_of,
)
from grader.checks.claim import Claim
from grader.checks.mask_convention import CONVENTIONS, COURSE, convention_of, naming, uneven_mask
from grader.checks.matches_reference import describe_difference, exact
from grader.checks.score_divisor import divisor, formula_of, near
from grader.checks.student import Settled, Student, index_text, number_text, settled_by, shape_text
from grader.compare import Tolerance, compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import Array, NoReply, Raised, Text, Verdict

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
            return describe_difference(asked, difference)
    return None


def scaled(student: Student) -> Text | None:
    sizes = ((5, 4, 6), (7, 9, 3))
    measured = [divisor(student, *size) for size in sizes]
    wanted = [math.sqrt(d_k) for _, d_k, _ in sizes]
    if near(measured, wanted):
        return None
    name = formula_of(measured, sizes)
    numbers = {"first": number_text(measured[0]), "second": number_text(measured[1])}
    if not np.isfinite(measured).all():
        return Text(
            "The weights don't show by what the scores are divided: a score of 2 among zeros makes no sensible "
            "difference."
        )
    if name == "1":
        return Text("The scores are not divided by anything (found at d_k = 4 and at d_k = 9); √d_k was asked.")
    if name == "1/√d_k":
        return Text("The scores are multiplied by √d_k (found at d_k = 4 and at d_k = 9), not divided by it.")
    if name is not None:
        return Text(
            "The scores are divided by {name}: by {first} at d_k = 4 and by {second} at d_k = 9. "
            "√d_k was asked: 2 and 3.",
            {"name": name, **numbers},
        )
    return Text(
        "The scores are divided by {first} at d_k = 4 and by {second} at d_k = 9. √d_k was asked: 2 and 3.", numbers
    )


def weights_returned(student: Student) -> Text | None:
    require_substance(student)
    dice = student.dice("weights")
    asked = Text("attention of 5 queries and 5 keys")
    Q, K = dice.normal(0, 1, (5, 4)), dice.normal(0, 1, (5, 4))
    got = attend(student, Q, K, np.eye(5), asked=asked)
    if got.weights is None:
        return Text("{asked}: only the output came back; return the pair (output, weights).", {"asked": asked})
    tolerance = tolerance_for(got.weights.dtype)
    weights, used = got.weights.data.astype(np.float64), mixing_weights(got, asked)
    if not compare(used, weights, tolerance).same and compare(used.T, weights, tolerance).same:
        return Text(
            "{asked}: the weights that came back are the transpose of those that mix the values. "
            "A row belongs to a query, a column to a key.",
            {"asked": asked},
        )
    totals = weights.sum(axis=1)
    worst = int(np.nan_to_num(np.abs(totals - 1), nan=np.inf).argmax())
    if not abs(totals[worst] - 1) <= tolerance.absolute or weights.min() < 0:
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


def mask_convention(student: Student) -> Text | None:
    require_mask(student)
    require_substance(student)
    found = find_convention(student)
    if found is not None:
        convention_of(student)
        named = naming(found)
        if named is None:
            return None
        suspect = "true_means_blocked" if found.meaning == "block" else "mask_added_to_the_scores"
        raise Settled(Verdict.WRONG, named, suspects=(f"attention/{suspect}",))
    _, _, allowed = trial(student)
    replies = {c: try_mask(student, c.encode(allowed, student.library)) for c in CONVENTIONS}
    if all(isinstance(reply, Raised | NoReply) for reply in replies.values()):
        first = replies[COURSE]
        assert isinstance(first, Raised | NoReply)
        raise settled_by(first, Text("attention with a (5, 5) mask of booleans"))
    if any(isinstance(r, np.ndarray) and np.array_equal(r > 1e-6, allowed.T) for r in replies.values()):
        return Text("The mask acts transposed: mask[i, j] must say whether query i may attend to key j.")
    free = try_mask(student, None)
    if all(
        isinstance(r, np.ndarray) and isinstance(free, np.ndarray) and np.allclose(r, free) for r in replies.values()
    ):
        return Text("The mask changes nothing: the weights are those without a mask.")
    return Text(
        "No mask that was tried blocks just the keys that it should: neither True (1) = may attend, as in this "
        "course, nor True = blocked, nor 0 / -inf added to the scores."
    )


def mask_before_softmax(student: Student) -> Text | None:
    require_mask(student)
    require_substance(student)
    dice = student.dice("mask")
    Q, K, allowed = dice.normal(0, 1, (5, 4)), dice.normal(0, 1, (5, 4)), uneven_mask(dice, 5, 5)
    asked = Text("attention with a (5, 5) mask")
    masked = weights_of(student, Q, K, allowed, asked=asked)
    blocked = np.where(allowed, 0.0, np.abs(masked))
    worst = np.unravel_index(int(np.nan_to_num(blocked, nan=np.inf).argmax()), blocked.shape)
    if not blocked[worst] < 1e-6:
        return Text(
            "{asked}: key {key} is blocked for query {query} and still has a weight of {weight}; it must be 0.",
            {
                "asked": asked,
                "query": int(worst[0]),
                "key": int(worst[1]),
                "weight": number_text(float(masked[worst])),
            },
        )
    free = weights_of(student, Q, K, asked=Text("attention without a mask"))
    totals = masked.sum(axis=1)
    row = int(np.nan_to_num(np.abs(totals - 1), nan=np.inf).argmax())
    if not abs(totals[row] - 1) <= 1e-5:
        values: dict[str, str | int | float | Text] = {
            "asked": asked,
            "row": row,
            "total": number_text(float(totals[row])),
        }
        if not is_distribution(free):
            return Text("{asked}: the weights of query {row} add up to {total}, not to 1.", values)
        return Text(
            "{asked}: the weights of query {row} add up to {total}, not to 1. The mask must act on the scores, "
            "before the softmax.",
            values,
        )
    free = np.where(allowed, free, 0.0)
    difference = compare(free / free.sum(axis=1, keepdims=True), masked, Tolerance(2e-5, 1e-4)).difference
    if difference is not None:
        return Text(
            "{asked}: blocking some keys must leave the others in their proportions; at {index} the weight is "
            "{got}, expected {expected}.",
            {
                "asked": asked,
                "index": index_text(difference.index),
                "got": number_text(difference.got),
                "expected": number_text(difference.expected),
            },
        )
    return _fill_is_low_enough(student)


def _fill_is_low_enough(student: Student) -> Text | None:
    """Blocked with a finite number: it must lie below any score, so all scores are about -1e5 here."""
    dice = student.dice("fill")
    # √(1e5 √d_k / d_k) in each place gives scores of -1e5 once divided by √d_k = 2.
    size = math.sqrt(1e5 / 2)
    Q, K = size + dice.uniform(0, 1e-3, (5, 4)), -size - dice.uniform(0, 1e-3, (5, 4))
    allowed = uneven_mask(dice, 5, 5)
    asked = Text("attention with a mask, all scores near -1e5")
    blocked = np.where(allowed, 0.0, weights_of(student, Q, K, allowed, asked=asked))
    # NaN here is a softmax that isn't stable, which is another item's matter.
    worst = float(np.nan_to_num(blocked, nan=0.0).max())
    if worst < 1e-6:
        return None
    return Text(
        "{asked}: a blocked key has a weight of {weight}; it must be 0. The number that stands for "
        "blocked isn't low enough: -inf always is.",
        {"asked": asked, "weight": number_text(worst)},
    )


def blocked_is_invisible(student: Student) -> Text | None:
    require_mask(student)
    require_substance(student)
    dice = student.dice("invisible")
    # Small scores, so that no allowed key is overlooked even where the scores aren't scaled.
    Q, K, V = dice.normal(0, 0.5, (5, 4)), dice.normal(0, 0.5, (5, 4)), dice.normal(0, 1, (5, 6))
    allowed = uneven_mask(dice, 5, 5)
    asked = Text("attention with a (5, 5) mask")
    before = attend(student, Q, K, V, allowed, asked=asked).output.data.astype(np.float64)
    for key in range(5):
        other_K, other_V = K.copy(), V.copy()
        other_K[key] += dice.uniform(0.5, 1.5, 4)
        other_V[key] += dice.uniform(2, 4, 6)
        asked = Text("attention with key {key} and its value changed", {"key": key})
        after = attend(student, Q, other_K, other_V, allowed, asked=asked).output.data.astype(np.float64)
        if after.shape != before.shape or len(before) != 5:
            return Text("{asked}: the output has no row for each query.", {"asked": asked})
        # With all shapes the same, right code gives exactly the same; a weight of 1e-6 may be left.
        moved = np.nan_to_num(np.abs(after - before), nan=np.inf).max(axis=1)
        blind = allowed[:, key] & ~(moved > 1e-6)
        if blind.any():
            return Text(
                "{asked}: query {row} may attend to it, yet its output doesn't change.",
                {"asked": asked, "row": int(blind.argmax())},
            )
        # Query `key` is left out: where queries and keys are exchanged, it is what was changed.
        seeing = ~allowed[:, key] & (moved > 1e-5) & (np.arange(5) != key)
        if seeing.any():
            row = int(seeing.argmax())
            return Text(
                "{asked}: it is blocked for query {row}, yet that query's output moves by up to {size}; "
                "it must stay exactly the same.",
                {"asked": asked, "row": row, "size": number_text(float(moved[row]))},
            )
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
        for mask in (None, allowed) if _mask_runs(student) else (None,):
            if mask is not None:
                asked = Text("attention of a batch, Q {shape}, with a (5, 5) mask", {"shape": shape_text(Q.shape)})
            got = attend(student, Q, K, V, mask, asked=asked).output
            alone = [
                attend(student, Q[i], K[i], V[i], mask, asked=Text("attention of one of the batch")).output.data
                for i in np.ndindex(lead)
            ]
            expected = np.stack(alone).reshape(*lead, *alone[0].shape)
            difference = compare(expected, got.data, tolerance_for(got.dtype)).difference
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
    scores = Q @ K.swapaxes(-2, -1) / math.sqrt(Q.shape[-1])
    larger = math.sqrt(K.shape[-1] / K.shape[1])
    outputs = {
        "attention/softmax_over_axis_1": student.references.softmax.softmax(scores, 1) @ V,
        "attention/divided_by_the_size_of_axis_1": student.references.attention.attention(Q * larger, K, V)[0],
    }
    tolerance = tolerance_for(got.dtype, depth=2)
    return tuple(mistake for mistake, output in outputs.items() if compare(output, got.data, tolerance).same)


def _mask_runs(student: Student) -> bool:
    """Does the function take a mask at all?  Where it doesn't, other checks say so."""
    try:
        require_mask(student)
    except Settled:
        return False
    _, _, allowed = trial(student)
    find_convention(student)
    return not isinstance(try_mask(student, convention_of(student).encode(allowed, student.library)), Raised | NoReply)


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
        difference = compare(want, got.data.reshape(want.shape), tolerance_for(got.dtype, depth=2)).difference
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


def input_untouched(student: Student) -> Text | None:
    require_substance(student)
    dice = student.dice("untouched")
    Q, K, V = (dice.normal(0, 1, (5, d)) for d in (4, 4, 6))
    allowed = uneven_mask(dice, 5, 5) if _mask_runs(student) else None
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
