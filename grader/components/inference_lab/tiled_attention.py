"""Attention in tiles: ``tiled_attention(Q, K, V, block_size)`` -> (n_q, d_v), in NumPy or torch, without a mask.

The keys are taken `block_size` at a time (the queries too, if one likes), with an online softmax.  `values`,
`sums_to_one` and `stable` are asked with tiles that come out even; those that don't are the affair of `any_block_size`.
Whether the whole matrix is computed after all isn't seen here: its values are the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.matches_reference import Case, MatchesReference, describe_difference
from grader.checks.student import References, Settled, Student, first_array, number_text, of_shape, shape_text
from grader.compare import Tolerance, compare, own_tolerance
from grader.components.component import Component, Form, Role
from grader.model import Array, Text, Verdict

__all__ = ["COMPONENT"]

ROLE = "tiled_attention"
Numbers = NDArray[np.float64]
Inputs = tuple[Numbers, Numbers, Numbers]


def named(inputs: Inputs, block_size: int) -> Text:
    Q, K, V = inputs
    return Text(
        "tiled_attention of Q {q}, K {k}, V {v} in tiles of {block}",
        {"q": shape_text(Q.shape), "k": shape_text(K.shape), "v": shape_text(V.shape), "block": block_size},
    )


def drawn(dice: np.random.Generator, n_q: int, n_k: int, d_k: int, d_v: int) -> Inputs:
    """Later keys suit every query better, so that the maximum rises from tile to tile, whatever the seed."""
    Q, K, V = dice.normal(0, 1, (n_q, d_k)), dice.normal(0, 1, (n_k, d_k)), dice.normal(0, 1, (n_k, d_v))
    Q[:, -1] = dice.uniform(1.0, 1.5, n_q)
    K[:, -1] = np.linspace(-2.5, 2.5, n_k)
    return Q, K, V


def falling(inputs: Inputs) -> Inputs:
    """The same with the best keys first: the maximum never changes after the first tile."""
    Q, K, V = inputs
    return Q, np.ascontiguousarray(K[::-1]), np.ascontiguousarray(V[::-1])


def cases(dice: np.random.Generator, _: Student) -> Iterator[Case]:
    """Several tiles of queries too, so that seeing one tile of keys isn't seeing as many keys as there are queries."""
    for n_q, n_k, d_k, d_v, block_size in ((8, 12, 5, 3, 4), (6, 9, 4, 7, 3), (3, 6, 3, 2, 1)):
        inputs = drawn(dice, n_q, n_k, d_k, d_v)
        yield Case(named(inputs, block_size), (*inputs, block_size))
    inputs = falling(drawn(dice, 4, 6, 4, 3))
    yield Case(named(inputs, 2), (*inputs, 2))


def reference(references: References, Q: Numbers, K: Numbers, V: Numbers, block_size: int) -> NDArray[Any]:
    output: NDArray[Any] = references.tiled_attention.tiled_attention(Q, K, V, block_size)
    return output


def output_of(student: Student, inputs: Inputs, block_size: int, asked: Text) -> Array:
    """(n_q, d_v) of the student's, or a settled verdict."""
    Q, K, V = (student.array(part) for part in inputs)
    reply = student.returned(student.call(ROLE, Q, K, V, block_size, case=str(asked)), asked)
    return of_shape(student.numbers(first_array(reply.value), asked), (Q.shape[0], V.shape[1]), asked)


def require_substance(student: Student) -> None:
    """Settled for answers that don't depend on queries, keys and values, or not always in the same way."""
    if "tiled_attention.substance" not in student.memo:
        Q, K, V = inputs = drawn(student.dice("substance"), 4, 8, 5, 3)
        first, again, *others = (
            output_of(student, part, 8, named(inputs, 8)).data
            for part in (inputs, inputs, (-Q, K, V), (Q, K[::-1].copy(), V), (Q, K, -V))
        )
        student.memo["tiled_attention.substance"] = (
            bool(np.isfinite(first).all())
            and np.allclose(first, again)
            and not any(np.allclose(first, other, atol=1e-3) for other in others)
        )
    if not student.memo["tiled_attention.substance"]:
        raise Settled(Verdict.WRONG, Text("The output doesn't depend on the queries, the keys and the values."))


def any_block_size(student: Student) -> Text | None:
    """Whatever one tile with all keys gives, smaller and larger tiles give, too."""
    require_substance(student)
    drawn_inputs = drawn(student.dice("any_block_size"), 5, 7, 4, 3)
    for inputs in (drawn_inputs, falling(drawn_inputs)):
        whole = output_of(student, inputs, 7, named(inputs, 7))
        # All are asked before any is judged: what explains them must explain all.
        sizes = (1, 2, 3, 5, 6, 11)
        answers = [output_of(student, inputs, size, named(inputs, size)) for size in sizes]
        for size, got in zip(sizes, answers, strict=True):
            difference = compare(whole.data, got.data, own_tolerance(got)).difference
            if difference is not None:
                return Text(
                    "The size of the tiles must not change the result. With all 7 keys in one tile your function gives "
                    "something else than here. {difference}",
                    {"difference": describe_difference(named(inputs, size), difference)},
                )
    return None


def sums_to_one(student: Student) -> Text | None:
    require_substance(student)
    Q, K, _ = drawn(student.dice("sums"), 4, 6, 4, 3)
    ones = np.ones((6, 3))
    for block_size in (2, 3):
        asked = named((Q, K, ones), block_size)
        got = output_of(student, (Q, K, ones), block_size, asked)
        off = np.abs(got.data.astype(np.float64) - 1)
        worst = np.unravel_index(int(np.nan_to_num(off, nan=np.inf).argmax()), off.shape)
        if not off[worst] <= 6 * own_tolerance(got).absolute:
            return Text(
                "{asked}: where every value is 1, every average of them is 1; query {row} gives {got}. Its weights "
                "don't add up to 1.",
                {"asked": asked, "row": int(worst[0]), "got": number_text(float(got.data[worst]))},
            )
    return None


def levelled(student: Student, levels: Numbers, queries: Numbers | None = None) -> Inputs:
    """6 keys whose scores lie at `levels` (6,), with √d_k = 2 and gaps that float32 holds exactly even at 1e4.

    Query i sees them at `queries[i]` times their levels; three queries at the levels themselves where none are given.
    """
    dice = student.dice("stable")
    Q, K = dice.integers(-8, 9, (3, 4)) / 8.0, dice.integers(-8, 9, (6, 4)) / 8.0
    Q[:, -1] = 1.0 if queries is None else queries
    K[:, -1] = 2 * levels
    return Q, K, dice.normal(0, 1, (6, 2))


def stable(student: Student) -> Text | None:
    """A level that all scores of a query share changes nothing; and levels that differ between keys never make NaN."""
    require_substance(student)
    near = levelled(student, np.zeros(6))
    home = output_of(student, near, 2, named(near, 2))
    for level in (1e3, -1e3, 1e4, -1e4):
        asked = Text("tiled_attention with all scores near {level}", {"level": f"{level:g}"})
        broken = _other_than_near_0(student, home, levelled(student, np.full(6, level)), level, asked)
        if broken is not None:
            return broken
    asked = Text("tiled_attention of three queries with scores near 0, 1e4 and -1e4")
    apart = levelled(student, np.full(6, 1e4), np.array([0.0, 1.0, -1.0]))
    broken = _other_than_near_0(student, home, apart, 1e4, asked)
    if broken is not None:
        return broken
    # All are asked before any is judged: where it overflows tells which maximum was taken.
    answers = []
    for levels in ((0, 0, 1, 1, 0, 0), (1, 1, -1, -1, 0, 0), (-1, -1, 0, 0, 1, 1), (1, 0, 0, 1, -1, 1)):
        asked = Text(
            "tiled_attention in tiles of 2, with scores near {levels}",
            {"levels": ", ".join(f"{1e4 * level:g}" for level in levels)},
        )
        answers.append((asked, output_of(student, levelled(student, 1e4 * np.array(levels)), 2, asked)))
    return next((broken for asked, got in answers if (broken := _not_finite(asked, got)) is not None), None)


def _other_than_near_0(student: Student, home: Array, inputs: Inputs, level: float, asked: Text) -> Text | None:
    far = output_of(student, inputs, 2, asked)
    # A logarithm of sums at this level is right too, and float32 rounds it to level * 6e-8.
    rounding = max(1e-5 + abs(level) * 1.2e-7, own_tolerance(home).absolute)
    difference = compare(home.data, far.data, Tolerance(rounding, rounding)).difference
    if difference is None:
        return None
    return _not_finite(asked, far) or describe_difference(asked, difference)


def _not_finite(asked: Text, got: Array) -> Text | None:
    if np.isfinite(got.data).all():
        return None
    return Text(
        "{asked}: NaN or infinity came back. The exponential of a large number overflows, and that of a very low one "
        "is 0.",
        {"asked": asked},
    )


def scaled(student: Student) -> Text | None:
    """What the scores are divided by, in a single tile: the slope of the weights' logarithms over the dot products."""
    for d_k in (4, 9):
        dice = student.dice(f"scaled.{d_k}")
        inputs = dice.normal(0, 1, (3, d_k)), dice.normal(0, 1, (5, d_k)), np.eye(5)
        asked = named(inputs, 5)
        weights = output_of(student, inputs, 5, asked).data.astype(np.float64)
        if not weights.min() > 0:
            return Text(
                "{asked}: with unit vectors for values, the weights must come out, all above 0.", {"asked": asked}
            )
        products = inputs[0] @ inputs[1].T
        logs = np.log(weights)
        centred = products - products.mean(axis=1, keepdims=True)
        slope = float((centred * logs).sum() / (centred**2).sum())
        fits = np.abs(logs - logs.mean(axis=1, keepdims=True) - slope * centred).max() < 1e-2
        if fits and abs(slope * np.sqrt(d_k) - 1) < 1e-2:
            continue
        if not fits or abs(slope) < 1e-6:
            return Text("{asked}: the weights aren't a softmax of each query's dot products.", {"asked": asked})
        return Text(
            "{asked}: the scores are divided by {divisor}; with d_k = {d_k} it should be √d_k = {root}.",
            {"asked": asked, "divisor": number_text(1 / slope), "d_k": d_k, "root": number_text(float(np.sqrt(d_k)))},
        )
    return None


COMPONENT = Component(
    "tiled_attention",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (
                Role(
                    ROLE,
                    "function",
                    ("Q", "K", "V", "block_size"),
                    4,
                    (
                        "atencion_por_bloques",
                        "atencion_en_bloques",
                        "atención_por_bloques",
                        "block_attention",
                        "flash_attention",
                    ),
                ),
            ),
            (
                MatchesReference("values", Text("right values"), ROLE, cases, reference),
                Claim("any_block_size", Text("the same result for tiles of any size"), any_block_size),
                Claim("sums_to_one", Text("the weights add up to 1"), sums_to_one),
                Claim("stable", Text("finite and right at ±1e4"), stable),
                Claim("scaled", Text("scores divided by √d_k"), scaled),
            ),
        ),
    ),
)
