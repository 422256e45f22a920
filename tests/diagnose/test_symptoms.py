"""Symptoms: named only where they hold on every input."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from grader.diagnose.symptoms import Numbers, Pair, symptom

Spoil = Callable[[Numbers], Numbers]


def pairs(spoil: Spoil) -> list[Pair]:
    dice = np.random.default_rng(7)
    return [
        Pair(right, spoil(right), (("d", right.shape[-1]), ("n", right.shape[-2])))
        for right in (dice.normal(1.0, 1.0, shape) for shape in ((4, 6), (5, 3), (7, 7)))
    ]


def some_nan(x: Numbers) -> Numbers:
    y = x.copy()
    y[0, 1] = np.nan
    return y


def only_last(x: Numbers) -> Numbers:
    y = -x
    y[-1] = x[-1]
    return y


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        (some_nan, "nan"),
        (lambda x: x.T, "transposed"),
        (lambda x: x.reshape(-1), "another_shape"),
        (lambda x: -x, "negated"),
        (lambda x: x * 1.7, "scaled"),
        (lambda x: x + 0.8, "offset"),
        (lambda x: np.vstack([x[1:], x[:1]]), "shifted"),
        (lambda x: np.roll(x, 1, axis=-1), "columns_reordered"),
        (only_last, "one_row_right"),
        (lambda x: x + 1e-3 * np.sin(9 * x), "imprecise"),
    ],
)
def test_each_symptom_is_recognised(spoil: Spoil, expected: str) -> None:
    found = symptom(pairs(spoil))
    assert found is not None
    assert found.id == expected


def numbers(*couples: tuple[float, float]) -> list[Pair]:
    return [Pair(np.asarray(expected), np.asarray(got)) for expected, got in couples]


def test_a_single_number_is_never_called_a_multiple_of_another() -> None:
    """471 859 200 000 and what 32 bits hold of it have a ratio too, and it means nothing."""
    assert symptom(numbers((471_859_200_000.0, -587_202_560.0))) is None
    assert symptom(numbers((471_859_200_000.0, -587_202_560.0), (58_982_400_000.0, -1_147_142_144.0))) is None


def test_a_count_that_is_nearly_right_is_not_called_imprecise() -> None:
    """Three forgotten biases of four: no eps and no precision has to do with it.  A loss of arrays may have one."""
    assert symptom(numbers((1_050_624.0, 1_049_088.0))) is None
    found = symptom([Pair(np.asarray(2.0), np.asarray(2.01), (("n", 5),))])
    assert found is not None
    assert found.id == "imprecise"


def test_numbers_that_share_a_factor_are() -> None:
    found = symptom(numbers((10.0, 960.0), (7.0, 672.0)))
    assert found is not None
    assert found.id == "scaled"


def test_a_factor_made_of_a_size_is_given_as_its_formula() -> None:
    found = symptom(pairs(lambda x: x * x.shape[-1] ** 0.5))
    assert found is not None
    assert str(found.title) == "The right values times √d"


def test_random_answers_have_no_symptom() -> None:
    dice = np.random.default_rng(3)
    assert symptom(pairs(lambda x: dice.normal(size=x.shape))) is None


def test_right_answers_have_no_symptom() -> None:
    assert symptom(pairs(lambda x: x + 1e-9)) is None


def test_a_symptom_of_one_input_only_is_not_named() -> None:
    mixed = pairs(lambda x: -x)[:1] + pairs(lambda x: x + 2)[1:]
    assert symptom(mixed) is None


def vectors(*couples: tuple[list[float], list[float]], sizes: tuple[int, ...] = ()) -> list[Pair]:
    """Answers, each of the input of one size."""
    each = sizes or range(2, 2 + len(couples))
    return [Pair(np.array(a), np.array(b), (("n", n),)) for (a, b), n in zip(couples, each, strict=True)]


@pytest.mark.parametrize(
    "told",
    [
        vectors(([4.0, 0.0], [3.0, 0.0])),
        vectors(([4.0, 0.0, 0.0], [3.0, 0.0, 0.0]), ([0.0, 4.0], [0.0, 3.0])),
        vectors(([4.0, 1e-5], [3.0, 1e-5])),
        vectors(([4.0, 4.0, 4.0], [3.0, 3.0, 3.0])),
        vectors(([4.0, 8.0], [3.0, 6.0])),
        vectors(([4.0, 8.0, 5.0], [3.0, 6.0, 3.75]), ([2.0, 7.0], [2.0, 7.0])),
        vectors(([4.0, 8.0, 5.0], [3.0, 6.0, 3.75]), ([4.0, 6.0, 2.0], [6.0, 9.0, 3.0]), sizes=(3, 3)),
        vectors(([4.0, 0.0], [3.0, 0.0]), ([6.0, 0.0], [9.0, 0.0]), ([0.0, 2.0], [0.0, 4.0])),
    ],
    ids=[
        "zeros",
        "zeros_in_two_cases",
        "nearly_zero",
        "equal_numbers",
        "two_numbers",
        "another_case_is_right",
        "two_ratios_at_one_size",
        "one_number_in_each_case",
    ],
)
def test_a_ratio_is_not_told_of_what_any_ratio_would_explain(told: list[Pair]) -> None:
    """0 is any multiple of 0, and one number is some multiple of any other."""
    found = symptom(told)
    assert found is None or found.id not in ("scaled", "offset")


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("zeros", [0, 1, 3])
def test_a_ratio_of_all_numbers_is_told_though_some_are_0(seed: int, zeros: int) -> None:
    """Rows of a causal attention, or the bars of a counting, have zeros where they belong."""
    dice = np.random.default_rng(seed)
    factor = float(dice.choice([0.25, 0.75, 1.3, 8.0]))
    rights = [np.append(dice.uniform(0.1, 5, n), np.zeros(zeros)) for n in (3, 4, 6)]
    for answers in (rights, rights[1:2], [*rights, np.zeros(4)]):
        found = symptom([Pair(right, right * factor, (("n", right.size),)) for right in answers])
        assert found is not None
        assert str(found.title) == f"The right values times {factor:.5g}"


@pytest.mark.parametrize("seed", range(10))
def test_a_ratio_that_changes_with_the_sizes_is_told(seed: int) -> None:
    dice = np.random.default_rng(seed)
    rights = [dice.uniform(0.1, 5, n) for n in (3, 4, 6)]
    found = symptom([Pair(right, right * (right.size + 1), (("n", right.size),)) for right in rights])
    assert found is not None
    assert str(found.title) == "The right values times a factor that changes with the sizes"


def test_a_formula_may_be_1_at_one_size() -> None:
    rights = [np.array([0.3]), np.array([0.2, 0.9]), np.array([0.4, 0.1, 0.7])]
    found = symptom([Pair(right, right / right.size, (("n", right.size),)) for right in rights])
    assert found is not None
    assert str(found.title) == "The right values times 1/n"
