"""Frequencies: a right sampler stays within the bounds, and a wrong one is recognised by the law it follows."""

from __future__ import annotations

import math

import numpy as np
import pytest

from grader.checks.sampling import FALSE_ALARM, RIGHT, WRONG, binomial_bounds, departs, explained, softmax

LOGITS = np.array([1.0, 2.0, -1.0, 0.0])
TEMPERATURES = (1.0, 0.5, 2.0)


def tail(n: int, p: float, counts: range) -> float:
    return sum(math.comb(n, k) * p**k * (1 - p) ** (n - k) for k in counts)


@pytest.mark.parametrize("p", [0.002, 0.1, 0.5, 0.865])
def test_bounds_are_as_tight_as_the_false_alarm_allows(p: float) -> None:
    """Less than alpha lies outside on each side, and one step further in would be more."""
    n, alpha = 300, 1e-6
    low, high = binomial_bounds(n, p, alpha)
    assert tail(n, p, range(low)) <= alpha < tail(n, p, range(low + 1))
    assert tail(n, p, range(high + 1, n + 1)) <= alpha < tail(n, p, range(high, n + 1))


def test_bounds_of_the_impossible_and_the_certain() -> None:
    """A token of probability 0 never comes up, one of probability 1 always."""
    assert binomial_bounds(50, 0.0, FALSE_ALARM) == (0, 0)
    assert binomial_bounds(50, 1.0, FALSE_ALARM) == (50, 50)


def test_right_draws_never_depart() -> None:
    """Ten thousand checks of a right sampler: no false alarm."""
    dice = np.random.default_rng(5)
    for t in TEMPERATURES:
        p = softmax(LOGITS / t)
        assert not any(departs(counts, p, 12) for counts in dice.multinomial(1200, p, 10_000))


@pytest.mark.parametrize("index", range(len(WRONG)))
def test_wrong_laws_are_recognised(index: int) -> None:
    """Draws by a wrong law depart from the right one, and are explained by that law or one with the same words."""
    dice = np.random.default_rng(index)
    law = WRONG[index]
    for _ in range(50):
        draws = [(t, dice.multinomial(1200, law.probabilities(LOGITS, t))) for t in TEMPERATURES]
        assert any(departs(counts, RIGHT.probabilities(LOGITS, t), 12) for t, counts in draws)
        found = explained(LOGITS, draws, 12)
        assert found is not None
        assert str(found.meaning) == str(law.meaning)


def test_draws_without_a_known_law_stay_unexplained() -> None:
    """Nothing is blamed where nothing fits."""
    odd = np.array([0.4, 0.1, 0.1, 0.4])
    assert explained(LOGITS, [(t, (1200 * odd).astype(int)) for t in TEMPERATURES], 12) is None
