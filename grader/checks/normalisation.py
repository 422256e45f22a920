"""What a layer norm does to a token, judged on the normalised tokens alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from grader.checks.student import Settled, number_text
from grader.model import Text, Verdict

__all__ = ["Eps", "Suspect", "broken_norm", "eps_of", "tokens_of_many_sizes", "unit_tokens", "wrong_eps"]

Numbers = NDArray[np.float64]
# Normalises x (rows, d), one token a row.
Normalise = Callable[[Numbers], Numbers]
# Told the id of a misconception that was recognised.
Suspect = Callable[[str], None]


def _nobody(misconception: str) -> None:
    """Nobody wants to know."""


def tokens_of_many_sizes(dice: np.random.Generator, rows: int, d: int) -> Numbers:
    """(rows, d): standard deviations of 1 to 4 and means of -3 to 3, all different."""
    x = dice.normal(0, 1, (rows, d))
    x = (x - x.mean(axis=1, keepdims=True)) / x.std(axis=1, keepdims=True)
    sizes, means = dice.permutation(np.linspace(1, 4, rows)), dice.permutation(np.linspace(-3, 3, rows))
    tokens: Numbers = x * sizes[:, None] + means[:, None]
    return tokens


def unit_tokens(dice: np.random.Generator, d: int) -> Numbers:
    """(3, d): mean 0 and variance 1."""
    u = dice.normal(0, 1, (3, d))
    tokens: Numbers = (u - u.mean(axis=1, keepdims=True)) / u.std(axis=1, keepdims=True)
    return tokens


def broken_norm(normalised: Numbers, suspect: Suspect = _nobody) -> Text | None:
    """Is each row of (rows, d) of mean 0 and (biased) variance 1?  An eps of 1e-3 at variance 1 is no fault here."""
    if not np.isfinite(normalised).all():
        return Text("The layer norm gives values that are not finite.")
    d = normalised.shape[-1]
    means, variances = normalised.mean(axis=-1), normalised.var(axis=-1)
    if (np.abs(means) < 2e-3).all() and (np.abs(variances - 1) < 5e-3).all():
        return None
    if (np.abs(means) < 2e-3).all() and (np.abs(variances * d / (d - 1) - 1) < 5e-3).all():
        suspect("block/unbiased_variance")
        return Text(
            "The variance of each normalised token is {got} at d = {d}, and not 1: yours divides by d - 1 (unbiased, "
            "torch's default); layer norm divides by d.",
            {"got": number_text(float(variances.mean())), "d": d},
        )
    row = int(np.argmax(np.maximum(np.abs(means), np.abs(variances - 1))))
    return Text(
        "After the layer norm, each token must have mean 0 and variance 1 over its own {d} features; one token has "
        "mean {mean} and variance {variance}.",
        {"d": d, "mean": number_text(float(means[row])), "variance": number_text(float(variances[row]))},
    )


@dataclass(frozen=True)
class Eps:
    """`place` is ``unclear`` where what is seen shrinks neither as s/√(s² + eps) nor as s/(s + eps) does."""

    size: float
    place: Literal["inside", "outside", "unclear"]


# How far the logarithm of a size may be from the better of the two curves.  A norm, alone or twice in a row, stays
# below 0.01; a sum of two different things (a token normalised once and twice) is beyond 0.13.
_CLEAR = 0.05


def eps_of(normalise: Normalise, u: Numbers) -> Eps | None:
    """The eps that a norm has, and whether it lies inside the root; None if none shows at any size.

    `u` is (rows, d) with mean 0 and variance 1.  A token s*u comes out as s/√(s² + eps) or as s/(s + eps): half as
    large at some s, and then ten times smaller or larger tokens tell which.
    """
    sizes = 10.0 ** (1 - np.arange(0, 15.5, 0.5))
    out = np.array([np.sqrt(np.mean(normalise(s * u) ** 2)) for s in sizes])
    if not out[0] > 0:
        return None
    out = out / out[0]
    # A norm that divides by too little, or whose output isn't finite, has no such point either.
    below = np.flatnonzero(out < 0.6)
    if not len(below) or not np.isfinite(out).all():
        return None
    at = int(below[0])
    s, a = sizes[at], out[at]
    inside, outside = s * s * (1 / a**2 - 1), s * (1 / a - 1)
    near = [i for i in (at - 2, at - 1, at + 1, at + 2) if 0 <= i < len(sizes)]
    off_inside = max(abs(np.log(out[i] / (sizes[i] / np.sqrt(sizes[i] ** 2 + inside)))) for i in near)
    off_outside = max(abs(np.log(out[i] / (sizes[i] / (sizes[i] + outside)))) for i in near)
    if min(off_inside, off_outside) > _CLEAR:
        return Eps(float(inside), "unclear")
    return Eps(float(inside), "inside") if off_inside <= off_outside else Eps(float(outside), "outside")


def wrong_eps(normalise: Normalise, dice: np.random.Generator, d: int, suspect: Suspect = _nobody) -> Text | None:
    """None where a constant token stays finite and eps is small and inside the root; settled where none is clear."""
    for constant in (1.5, 0.0):
        if not np.isfinite(normalise(np.full((2, d), constant))).all():
            suspect("block/no_eps")
            return Text(
                "A token whose features are all {value} gives NaN or infinity: its variance is 0. "
                "Add a small eps to the variance, inside the root.",
                {"value": number_text(constant)},
            )
    found = eps_of(normalise, unit_tokens(dice, d))
    if found is None:
        return None
    if found.place == "unclear":
        raise Settled(Verdict.NOT_APPLICABLE, Text("No layer norm can be seen that an eps would belong to."))
    eps = found.size
    if found.place == "outside":
        suspect("block/eps_outside_the_root")
        return Text(
            "eps is added to the standard deviation, outside the root (about {eps}). It belongs to the variance: "
            "√(variance + eps). At a standard deviation of 1e-3 the two give quite different values.",
            {"eps": f"{eps:.1g}"},
        )
    if eps > 2e-3:
        suspect("block/eps_too_large")
        return Text(
            "eps is about {eps}: so large that it shrinks tokens of ordinary size. 1e-5 was asked.",
            {"eps": f"{eps:.1g}"},
        )
    return None
