"""What can be read off normalised tokens: their mean and variance, and how large eps is and where it stands."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from grader.checks.normalisation import broken_norm, eps_of, tokens_of_many_sizes, wrong_eps
from grader.checks.student import Settled
from grader.model import Verdict

Numbers = NDArray[np.float64]


def layer_norm(x: Numbers, eps: float, *, outside: bool = False, ddof: int = 0) -> Numbers:
    centred = x - x.mean(axis=-1, keepdims=True)
    variance = x.var(axis=-1, keepdims=True, ddof=ddof)
    with np.errstate(all="ignore"):
        result: Numbers = centred / (np.sqrt(variance) + eps) if outside else centred / np.sqrt(variance + eps)
    return result


def unit(dice: np.random.Generator, d: int = 8) -> Numbers:
    u = dice.normal(0, 1, (3, d))
    unit: Numbers = (u - u.mean(axis=1, keepdims=True)) / u.std(axis=1, keepdims=True)
    return unit


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("ddof", [0, 1])
@pytest.mark.parametrize("eps", [1e-12, 1e-8, 1e-6, 1e-5, 1e-3])
def test_eps_is_measured_inside_the_root(eps: float, ddof: int, seed: int) -> None:
    found = eps_of(lambda x: layer_norm(x, eps, ddof=ddof), unit(np.random.default_rng(seed)))
    assert found is not None
    assert found.size == pytest.approx(eps, rel=0.2)
    assert found.place == "inside"


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("eps", [1e-12, 1e-8, 1e-6, 1e-5, 1e-3])
def test_eps_is_measured_outside_the_root(eps: float, seed: int) -> None:
    found = eps_of(lambda x: layer_norm(x, eps, outside=True), unit(np.random.default_rng(seed)))
    assert found is not None
    assert found.size == pytest.approx(eps, rel=0.01)
    assert found.place == "outside"


@pytest.mark.parametrize("outside", [False, True])
@pytest.mark.parametrize("eps", [1e-12, 1e-8, 1e-6, 1e-5, 1e-3])
def test_two_norms_added_up_have_no_eps_of_their_own(eps: float, outside: bool) -> None:
    """A token normalised once, plus the same normalised twice: a residual taken from the norm shows that."""

    def both(x: Numbers) -> Numbers:
        once = layer_norm(x, eps, outside=outside)
        return once + layer_norm(once, eps, outside=outside)

    found = eps_of(both, unit(np.random.default_rng(0)))
    assert found is not None
    assert found.place == "unclear"
    with pytest.raises(Settled) as settled:
        wrong_eps(both, np.random.default_rng(0), 8)
    assert settled.value.verdict is Verdict.NOT_APPLICABLE


def test_without_eps_a_constant_token_gives_it_away() -> None:
    broken = wrong_eps(lambda x: layer_norm(x, 0.0), np.random.default_rng(0), 8)
    assert "NaN" in str(broken)


def test_a_very_large_eps_is_refused_by_its_size() -> None:
    broken = wrong_eps(lambda x: layer_norm(x, 0.1), np.random.default_rng(0), 8)
    assert "0.1" in str(broken)


@pytest.mark.parametrize("seed", range(5))
def test_a_right_norm_is_not_broken_and_an_unbiased_one_is_named(seed: int) -> None:
    x = tokens_of_many_sizes(np.random.default_rng(seed), 6, 8)
    assert broken_norm(layer_norm(x, 1e-5)) is None
    assert broken_norm(layer_norm(x, 1e-3)) is None
    assert "d - 1" in str(broken_norm(layer_norm(x, 1e-5, ddof=1)))
    assert broken_norm(x) is not None
