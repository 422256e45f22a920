"""By what a student's attention divides its scores, whatever else is wrong with it."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.attend import Attended, attend, is_distribution, own_error
from grader.checks.student import Student, number_text
from grader.model import Text

__all__ = [
    "divisor",
    "divisor_error",
    "divisor_shown",
    "formula_of",
    "near",
    "softmax_slope",
    "unit_values",
    "wrong_divisor",
]

Numbers = NDArray[np.float64]
Sizes = tuple[int, int, int]

# What people divide the scores by, right and wrong, in terms of the sizes of the question.
_FORMULAS: Mapping[str, Callable[[int, int, int], float]] = {
    "1": lambda n, d_k, d_v: 1.0,
    "d_k": lambda n, d_k, d_v: d_k,
    "1/√d_k": lambda n, d_k, d_v: d_k**-0.5,
    "1/d_k": lambda n, d_k, d_v: 1 / d_k,
    "√n": lambda n, d_k, d_v: n**0.5,
    "n": lambda n, d_k, d_v: n,
    "√d_v": lambda n, d_k, d_v: d_v**0.5,
    "d_v": lambda n, d_k, d_v: d_v,
    "d_k^(1/4)": lambda n, d_k, d_v: d_k**0.25,
    "d_k²": lambda n, d_k, d_v: d_k**2,
}


def divisor(student: Student, n: int, d_k: int, d_v: int) -> float:
    """What the student's scores are divided by at these sizes (NaN where it doesn't show)."""
    a = 2.0
    Q, K = np.zeros((n, d_k)), np.zeros((n, d_k))
    Q[0, 0], K[0, 0] = a, 1.0
    V = unit_values(n, d_v)
    asked = Text("attention with one score of {a}, all others 0, at d_k = {d_k}", {"a": "2", "d_k": d_k})
    got = attend(student, Q, K, V, asked=asked)
    return divisor_shown(got, n, a, max(1e-4, 2 * own_error(student)))


def unit_values(n: int, d_v: int) -> Numbers:
    """V (n, d_v >= 3) whose outputs are the weights of keys 0 and 1, and what each row of weights adds up to."""
    V = np.zeros((n, d_v))
    V[0, 0] = V[1, 1] = 1.0
    V[:, 2] = 1.0
    return V


def divisor_shown(got: Attended, n: int, score: float, error: float = 1e-4) -> float:
    """What `score` was divided by in `got`, an answer to `unit_values`; NaN where it doesn't show.

    Query 0 of n meets key 0 with that score, all other scores are 0: two weights of that row part by a factor of
    e^(score / divisor), whatever they are multiplied by afterwards.  `error` is how exact the weights are.
    """
    shown = got.output.data.astype(np.float64)
    if got.weights is not None and is_distribution(got.weights.data):
        weights = got.weights.data.astype(np.float64)
        shown = np.stack([weights[:, 0], weights[:, 1], weights.sum(axis=1)], axis=1)
    if shown.ndim != 2 or shown.shape[0] != n or shown.shape[1] < 3:
        return math.nan
    # A softmax over the queries is another mistake: there the factor is between two rows.
    other = shown[0, 1] if abs(shown[0, 2] - shown[1, 2]) < error else shown[1, 0]
    with np.errstate(all="ignore"):
        found = float(score / np.log(shown[0, 0] / other))
    return found if math.isfinite(found) and found != 0 else math.nan


def softmax_slope(weights: Numbers, products: Numbers) -> float | None:
    """By what `products` (n_q, n_k) are multiplied before a softmax of each row gives `weights` (n_q, n_k).

    The least-squares slope of the weights' logarithms, each row's mean taken away; None where they lie on no line.
    """
    with np.errstate(all="ignore"):
        logs = np.log(weights)
    centred = products - products.mean(axis=1, keepdims=True)
    slope = float((centred * logs).sum() / (centred**2).sum())
    off = np.abs(logs - logs.mean(axis=1, keepdims=True) - slope * centred).max()
    return slope if off < 1e-2 else None


def formula_of(measured: Sequence[float], sizes: Sequence[Sizes], error: float = 1e-3) -> str | None:
    """The formula in (n, d_k, d_v) that gives every measured divisor, if it is one that people use."""
    return next((name for name, f in _FORMULAS.items() if near(measured, [f(*size) for size in sizes], error)), None)


def divisor_error(student: Student) -> float:
    """How far off, in proportion, what `divisor` measures may be: 1e-3 for weights in float32, more for coarse ones.

    The two weights are about 0.2, and the logarithm of their ratio about 1.
    """
    return max(1e-3, 10 * own_error(student))


def near(measured: Sequence[float], wanted: Sequence[float], error: float = 1e-3) -> bool:
    """Equal to what can be told from the weights."""
    return all(abs(m - w) <= error * w for m, w in zip(measured, wanted, strict=True))


def wrong_divisor(name: str | None, measured: Sequence[float]) -> Text:
    """What is said of a divisor that isn't √d_k, `measured` at d_k = 4 and 9; `name` is its formula, if it's known."""
    if name == "1":
        return Text("The scores are not divided by anything (found at d_k = 4 and at d_k = 9); √d_k was asked.")
    first, second = map(number_text, measured)
    if name is not None:
        return Text(
            "The scores are divided by {name}: by {first} at d_k = 4 and by {second} at d_k = 9. "
            "√d_k was asked: 2 and 3.",
            {"name": name, "first": first, "second": second},
        )
    return Text(
        "The scores are divided by {first} at d_k = 4 and by {second} at d_k = 9. √d_k was asked: 2 and 3.",
        {"first": first, "second": second},
    )
