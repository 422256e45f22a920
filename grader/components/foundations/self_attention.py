"""Self-attention of four matrices: ``self_attention(X, W_Q, W_K, W_V) -> (Z, A)`` (contract, *foundations*).

Vaswani et al., "Attention Is All You Need" (2017), section 3.2.1.  Only `values` compares with the reference.  The
others choose X = (I 0), so that the first rows of W_Q, W_K and W_V are themselves the queries, keys and values.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from grader.checks.attend import Attended, arrays_in, read
from grader.checks.claim import Claim
from grader.checks.head_weights import softmax
from grader.checks.matches_reference import describe_difference, exact
from grader.checks.score_divisor import divisor_shown, near, unit_values, wrong_divisor
from grader.checks.student import Settled, Student, number_text, shape_text
from grader.compare import compare, tolerance_for
from grader.components.component import Component, Form, Role
from grader.model import CallFunction, Returned, Text, Verdict

__all__ = ["COMPONENT"]

ROLE = "self_attention"
Numbers = NDArray[np.float64]
Matrices = tuple[Numbers, Numbers, Numbers, Numbers]

# n, d_model, d_k, d_v, all of them different and n < d_model.
Sizes = tuple[int, int, int, int]


def drawn(dice: np.random.Generator, sizes: Sizes, spread: float = 1.0) -> Matrices:
    """X (n, d_model) and W_Q, W_K (d_model, d_k), W_V (d_model, d_v); scores have a standard deviation of spread²."""
    n, d_model, d_k, d_v = sizes
    X = dice.normal(0, 1, (n, d_model))
    W_Q, W_K, W_V = (dice.normal(0, d_model**-0.5, (d_model, width)) for width in (d_k, d_k, d_v))
    return X, spread * W_Q, spread * W_K, W_V


def chosen(Q: Numbers, K: Numbers, V: Numbers, d_model: int) -> Matrices:
    """X and the matrices that make the queries, keys and values these (n rows each)."""
    n = len(Q)
    W_Q, W_K, W_V = (np.concatenate([part, np.zeros((d_model - n, part.shape[1]))]) for part in (Q, K, V))
    return np.eye(n, d_model), W_Q, W_K, W_V


def attend(student: Student, matrices: Matrices, asked: Text) -> Attended:
    """Z, and A where it came back too; a settled verdict where nothing did."""
    X, W_Q, W_K, W_V = matrices
    if _wants_a_batch(student, matrices):
        student.note(Text("Called with a batch of one: with X of shape (n, d_model) it raises an exception."))
        X = X[None]
    reply = student.call(ROLE, X, W_Q, W_K, W_V, case=str(asked))
    n = len(matrices[0])
    queries, values = np.empty((n, W_Q.shape[1])), np.empty((n, W_V.shape[1]))
    return read(student, student.returned(reply, asked).value, queries, queries, values, asked)


def _wants_a_batch(student: Student, matrices: Matrices) -> bool:
    """Does it fail with (n, d_model) and run with (1, n, d_model)?  Found out once."""
    if "self_attention.batch" not in student.memo:
        X, *rest = (student.array(part) for part in matrices)
        name = student.found[ROLE].name
        plain = student.ask(CallFunction(name, (X, *rest)))
        ran = isinstance(plain, Returned)
        if not ran:
            batch = student.ask(CallFunction(name, (student.array(matrices[0][None]), *rest)))
            ran = not (isinstance(batch, Returned) and bool(arrays_in(batch.value, 3)))
        student.memo["self_attention.batch"] = not ran
    found: bool = student.memo["self_attention.batch"]
    return found


def require_substance(student: Student) -> None:
    """Settled WRONG unless two equal calls agree and the matrices W_Q and W_K matter."""
    if "self_attention.substance" not in student.memo:
        dice = student.dice("substance")
        X, W_Q, W_K, W_V = drawn(dice, (5, 7, 4, 6))
        other_Q, other_K = dice.normal(0, 1, W_Q.shape), dice.normal(0, 1, W_K.shape)
        asked = Text("self_attention of a (5, 7) array")
        first, again, other = (
            attend(student, m, asked) for m in ((X, W_Q, W_K, W_V), (X, W_Q, W_K, W_V), (X, other_Q, other_K, W_V))
        )
        student.memo["self_attention.substance"] = _alike(first, again) and not _alike(first, other)
    if not student.memo["self_attention.substance"]:
        raise Settled(
            Verdict.WRONG,
            Text("No attention is at work here yet: W_Q and W_K change nothing, or two equal calls differ."),
        )


def _alike(one: Attended, other: Attended) -> bool:
    pairs = [(one.output, other.output)]
    if one.weights is not None and other.weights is not None:
        pairs.append((one.weights, other.weights))
    return all(
        a.shape == b.shape and bool(np.isfinite(a.data).all()) and np.allclose(a.data, b.data, atol=1e-6)
        for a, b in pairs
    )


def values(student: Student) -> Text | None:
    dice = student.dice("values")
    for sizes, spread in (((5, 7, 4, 6), 1.0), ((4, 6, 9, 3), 1.4), ((8, 5, 3, 2), 1.8)):
        matrices = drawn(dice, sizes, spread)
        X, W_Q, _, W_V = matrices
        asked = Text(
            "self_attention of X {x}, W_Q and W_K {q}, W_V {v}",
            {"x": shape_text(X.shape), "q": shape_text(W_Q.shape), "v": shape_text(W_V.shape)},
        )
        got = attend(student, matrices, asked).output
        Z, _ = student.references.self_attention.self_attention(*(exact(student.array(m)) for m in matrices))
        difference = compare(Z, got.data, tolerance_for(got.dtype)).difference
        if difference is not None:
            return describe_difference(asked, difference)
    return None


# What people divide the scores by, right and wrong.
DIVISORS: Mapping[str, Callable[[int, int, int, int], float]] = {
    "1": lambda n, d_model, d_k, d_v: 1.0,
    "d_k": lambda n, d_model, d_k, d_v: d_k,
    "1/√d_k": lambda n, d_model, d_k, d_v: d_k**-0.5,
    "√d_model": lambda n, d_model, d_k, d_v: d_model**0.5,
    "√d_v": lambda n, d_model, d_k, d_v: d_v**0.5,
    "√n": lambda n, d_model, d_k, d_v: n**0.5,
}


_MISTAKES = {
    "1": "no_scaling",
    "d_k": "divided_by_d_k",
    "1/√d_k": "multiplied_by_the_root",
    "√d_model": "divided_by_the_root_of_d_model",
    "√d_v": "divided_by_the_root_of_d_v",
    "√n": "divided_by_the_root_of_the_number_of_tokens",
}


def scaled(student: Student) -> Text | None:
    sizes: tuple[Sizes, Sizes] = ((5, 7, 4, 3), (6, 8, 9, 5))
    measured = [divisor(student, each) for each in sizes]
    if near(measured, [math.sqrt(d_k) for _, _, d_k, _ in sizes]):
        return None
    if not np.isfinite(measured).all() or not _is_softmax(student, sizes[0], measured[0]):
        require_substance(student)
        raise Settled(
            Verdict.NOT_APPLICABLE, Text("The weights are no softmax of the scores, so no divisor can be seen in them.")
        )
    name = next((name for name, f in DIVISORS.items() if near(measured, [f(*each) for each in sizes])), None)
    if name in _MISTAKES:
        student.suspect(f"self_attention/{_MISTAKES[name]}")
    return wrong_divisor(name, measured)


def _is_softmax(student: Student, sizes: Sizes, found: float) -> bool:
    """Are the weights a softmax, over keys or over queries, of all scores divided by what was `found`?

    What each row is multiplied by afterwards doesn't matter.  Else (a sigmoid, a mask, tokens that are centred first) a
    divisor that one score shows isn't in the code.
    """
    n, d_model, d_k, d_v = sizes
    dice = student.dice("softmax")
    Q, K = dice.normal(0, 0.7, (2, n, d_k))
    V = np.concatenate([dice.normal(0, 1, (n, d_v - 1)), np.ones((n, 1))], axis=1)
    asked = Text("self_attention of chosen queries and keys, at d_k = {d_k}", {"d_k": d_k})
    got = attend(student, chosen(Q, K, V, d_model), asked)
    scores = [left @ right.T / found for left, right in ((Q, K), (K, Q), (Q, Q), (K, K))]
    expected = [softmax(each, axis) for each in scores for axis in (-1, -2)]
    pairs = [(got.output, [A @ V for A in expected])]
    if got.weights is not None:
        pairs.append((got.weights, expected))
    return any(_alike_by_rows(shown.data.astype(np.float64), each) for shown, wanted in pairs for each in wanted)


def _alike_by_rows(one: Numbers, other: Numbers) -> bool:
    """Is each row of one that of the other, but for a factor of its own?"""
    with np.errstate(all="ignore"):
        a, b = (x / np.linalg.norm(x, axis=-1, keepdims=True) for x in (one, other))
    return a.shape == b.shape and bool(np.allclose(a, b, atol=1e-4))


def divisor(student: Student, sizes: Sizes, score: float = 2.0) -> float:
    """What the scores are divided by (NaN where it doesn't show): one of them is `score`, all others are 0.

    Query and key 0 are alike, so that it shows too where one of them is taken for the other.
    """
    n, d_model, d_k, d_v = sizes
    Q = np.zeros((n, d_k))
    Q[0, 0] = math.sqrt(score)
    asked = Text("self_attention with one score of 2, all others 0, at d_k = {d_k}", {"d_k": d_k})
    return divisor_shown(attend(student, chosen(Q, Q, unit_values(n, d_v), d_model), asked), n, score)


def weights(student: Student) -> Text | None:
    """A came back, its rows add up to 1, and Z is A times the values X W_V."""
    require_substance(student)
    matrices = drawn(student.dice("weights"), (5, 7, 4, 6))
    asked = Text("self_attention of a (5, 7) array")
    got = attend(student, matrices, asked)
    if got.weights is None:
        return Text("{asked}: no (5, 5) array of weights came back; return the pair (Z, A).", {"asked": asked})
    if got.reversed:
        return Text("{asked}: the weights came first; return (Z, A) in this order.", {"asked": asked})
    tolerance = tolerance_for(got.weights.dtype)
    A = got.weights.data.astype(np.float64)
    totals = A.sum(axis=1)
    worst = int(np.nan_to_num(np.abs(totals - 1), nan=np.inf).argmax())
    if not abs(totals[worst] - 1) <= tolerance.absolute or A.min() < 0:
        if np.allclose(A.sum(axis=0), 1, atol=1e-5):
            return Text("{asked}: the columns of A add up to 1, not the rows.", {"asked": asked})
        if A.min() < 0:
            row = int(A.min(axis=1).argmin())
            return Text(
                "{asked}: no weight can be negative; in row {row} of A there is {least}.",
                {"asked": asked, "row": row, "least": number_text(float(A.min()))},
            )
        return Text(
            "{asked}: each row of A must add up to 1; row {row} adds up to {total}.",
            {"asked": asked, "row": worst, "total": number_text(float(totals[worst]))},
        )
    mixed = A @ (matrices[0] @ matrices[3])
    difference = compare(mixed, got.output.data, tolerance_for(got.output.dtype, depth=2)).difference
    if difference is None:
        return None
    return describe_difference(Text("{asked}: Z isn't A times the values X W_V", {"asked": asked}), difference)


def queries_and_keys(student: Student) -> Text | None:
    """Each query has one key that suits it, and no two suit each other: row i of A is largest there."""
    require_substance(student)
    dice = student.dice("queries")
    n, d_model = 6, 8
    looks_at = np.array([2, 0, 4, 1, 5, 3])
    queries = 6.0 * np.eye(n)[looks_at] + dice.uniform(-0.1, 0.1, (n, n))
    keys = np.eye(n) + dice.uniform(-0.02, 0.02, (n, n))
    asked = Text("self_attention of 6 tokens, where each query suits one key")
    got = attend(student, chosen(queries, keys, np.eye(n), d_model), asked)
    A = (got.weights or got.output).data.astype(np.float64)
    if A.shape != (n, n) or not np.isfinite(A).all():
        return Text("{asked}: no finite (6, 6) array of weights shows who looks at whom.", {"asked": asked})
    found = A.argmax(axis=1)
    if np.array_equal(found, looks_at):
        return None
    row = int((found != looks_at).argmax())
    facts: dict[str, str | int | float | Text] = {
        "asked": asked,
        "row": row,
        "expected": int(looks_at[row]),
        "got": int(found[row]),
    }
    if np.array_equal(found, np.argsort(looks_at)):
        return Text(
            "{asked}: token {row} must look at token {expected} most and looks at token {got}, which looks for it. "
            "Queries and keys are exchanged, or A is transposed: a row belongs to a query.",
            facts,
        )
    if np.array_equal(found, np.arange(n)):
        return Text(
            "{asked}: every token looks at itself most; token {row} must look at token {expected}. Are queries and "
            "keys made with a matrix each?",
            facts,
        )
    return Text("{asked}: token {row} must look at token {expected} most, and looks at token {got}.", facts)


COMPONENT = Component(
    "self_attention",
    (
        Form(
            "either",
            Text("function"),
            "either",
            (
                Role(
                    ROLE,
                    "function",
                    ("X", "W_Q", "W_K", "W_V"),
                    4,
                    ("autoatencion", "auto_atencion", "atencion"),
                ),
            ),
            (
                Claim("values", Text("right values"), values),
                Claim("scaled", Text("scores divided by √d_k"), scaled),
                Claim("weights", Text("returns A: rows add up to 1 and mix the values"), weights),
                Claim("queries_and_keys", Text("a row for each query, a column for each key"), queries_and_keys),
            ),
        ),
    ),
)
