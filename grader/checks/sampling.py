"""Do drawn tokens follow a distribution?  Binomial bounds that a right sampler stays in, one token at a time.

And if they don't: which known distribution do they follow instead?
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from grader.model import Text

__all__ = ["WRONG", "Law", "binomial_bounds", "departs", "explained", "frequency_text", "softmax", "strays"]

# A check that draws is wrong about a right sampler less often than this, all its tests together.
FALSE_ALARM = 1e-6


def softmax(logits: NDArray[Any]) -> NDArray[np.float64]:
    exponentials = np.exp(logits - logits.max())
    probabilities: NDArray[np.float64] = exponentials / exponentials.sum()
    return probabilities


@lru_cache(maxsize=1024)
def binomial_bounds(n: int, p: float, alpha: float) -> tuple[int, int]:
    """The counts that a binomial(n, p) stays in but for a probability under `alpha` on each side."""
    if p <= 0.0 or p >= 1.0:
        return (0, 0) if p <= 0.0 else (n, n)
    k = np.arange(1, n + 1)
    choose = np.concatenate([[0.0], np.cumsum(np.log((n - k + 1) / k))])
    mass = np.exp(choose + np.arange(n + 1) * np.log(p) + np.arange(n, -1, -1) * np.log1p(-p))
    below, above = np.cumsum(mass), np.cumsum(mass[::-1])[::-1]
    return int(np.argmax(below > alpha)), int(n - np.argmax(above[::-1] > alpha))


def departs(counts: NDArray[Any], probabilities: NDArray[Any], tests: int) -> bool:
    """Are the `counts` of the tokens too far from `probabilities`?  `tests` is how many are made in the check."""
    return strays(counts, probabilities, FALSE_ALARM / (2 * tests))


def strays(counts: NDArray[Any], probabilities: NDArray[Any], alpha: float) -> bool:
    """Is one of the `counts` outside of what a right sampler leaves with a probability of `alpha` on each side?"""
    n = int(counts.sum())
    for count, p in zip(counts, probabilities, strict=True):
        low, high = binomial_bounds(n, round(float(p), 12), alpha)
        if not low <= count <= high:
            return True
    return False


@dataclass(frozen=True)
class Law:
    """A way of sampling: `probabilities(logits, temperature)`, and what to say to a student who samples so.

    `misconception` is the name of the known-wrong variant of the generator that does so, if there is one.
    """

    probabilities: Callable[[NDArray[Any], float], NDArray[Any]]
    meaning: Text
    misconception: str = ""


RIGHT = Law(lambda z, t: softmax(z / t), Text(""))

# The ways that go wrong, the commonest first.
WRONG = (
    Law(
        lambda z, t: softmax(z),
        Text(
            "These are the frequencies of temperature 1: the temperature has no effect. "
            "It must divide the logits, before the softmax."
        ),
        "temperature_ignored",
    ),
    Law(
        lambda z, t: softmax(z * t),
        Text("These are the frequencies of logits multiplied by the temperature; they must be divided by it."),
        "temperature_multiplied",
    ),
    Law(
        lambda z, t: np.eye(len(z))[int(z.argmax())],
        Text("It is always the most probable token (argmax); the next token must be drawn at random."),
        "argmax",
    ),
    Law(
        lambda z, t: softmax(softmax(z) / t),
        Text("These are the frequencies when softmax is applied twice."),
        "softmax_twice",
    ),
    Law(
        lambda z, t: softmax(softmax(z / t)),
        Text("These are the frequencies when softmax is applied twice."),
        "softmax_twice",
    ),
    Law(
        lambda z, t: np.full(len(z), 1 / len(z)),
        Text("All tokens come up equally often: the logits have no effect."),
        "uniform_draws",
    ),
    Law(
        lambda z, t: softmax(z / t**2),
        Text("These are the frequencies of logits divided by the temperature twice."),
        "temperature_applied_twice",
    ),
    Law(
        lambda z, t: softmax(z / t**0.5),
        Text("These are the frequencies of logits divided by the square root of the temperature."),
    ),
    Law(
        lambda z, t: softmax(-z / t),
        Text("The least probable token comes up most: the sign of the logits is inverted."),
    ),
)


def explained(logits: NDArray[Any], draws: Sequence[tuple[float, NDArray[Any]]], tests: int) -> Law | None:
    """The wrong way of sampling that all `draws` (temperature, counts) follow."""
    for law in WRONG:
        if not any(departs(counts, law.probabilities(logits, t), tests) for t, counts in draws):
            return law
    return None


def frequency_text(tokens: str, shares: NDArray[Any]) -> str:
    """``'a' 0.64, 'b' 0.24`` ..."""
    return ", ".join(f"'{token}' {share:.3f}" for token, share in zip(tokens, shares, strict=True))
