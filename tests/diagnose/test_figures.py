"""Where a student's matrix and the right one part."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from grader.diagnose.figures import MOST_COLUMNS, MOST_ROWS, figures
from grader.model import Array, CheckResult, Figure, Observation, Opaque, Value, Verdict
from reference_solutions.transformer.attention import attention
from reference_solutions.transformer.masks import causal_mask

RIGHT: dict[str, Callable[..., Any]] = {"attention": attention, "causal_mask": causal_mask}


def of(role: str, args: tuple[Value, ...], got: Value, verdict: Verdict = Verdict.WRONG) -> Figure | None:
    seen = Observation(role, "a case", args, {}, got)
    return figures([CheckResult("values", verdict, observations=(seen,))], RIGHT).get("values")


def mask(n: int, **where: Any) -> Array:
    made = causal_mask(n).copy()
    for row, column in where.values():
        made[row, column] = ~made[row, column]
    return Array(made)


def test_a_wrong_mask_stands_beside_the_right_one_with_the_differences_marked() -> None:
    figure = of("causal_mask", (4,), mask(4, at=(1, 2)))
    assert figure is not None
    assert figure.expected == tuple(tuple(map(float, row)) for row in causal_mask(4))
    assert np.argwhere(figure.differs).tolist() == [[1, 2]]
    assert (figure.got[1][2], figure.expected[1][2]) == (1.0, 0.0)


def test_a_right_mask_has_no_figure_and_nor_has_one_of_another_shape_or_a_check_that_passed() -> None:
    assert of("causal_mask", (4,), mask(4)) is None
    assert of("causal_mask", (4,), mask(5)) is None
    assert of("causal_mask", (4,), mask(4, at=(1, 2)), Verdict.PASSED) is None
    assert of("causal_mask", (4,), mask(4, at=(1, 2)), Verdict.RAISED) is None
    assert of("unknown", (4,), mask(4, at=(1, 2))) is None


def test_the_part_that_is_shown_of_a_large_matrix_holds_the_worst_place() -> None:
    figure = of("causal_mask", (30,), mask(30, at=(20, 25)))
    assert figure is not None
    assert (len(figure.got), len(figure.got[0])) == (MOST_ROWS, MOST_COLUMNS)
    assert figure.shape == (30, 30)
    row, column = figure.corner
    assert figure.differs[20 - row][25 - column]
    assert np.sum(figure.differs) == 1


def test_an_attention_shows_its_weights_where_they_are_wrong_and_its_output_where_only_that_is() -> None:
    dice = np.random.default_rng(3)
    Q, K, V = dice.normal(size=(2, 3, 4)), dice.normal(size=(2, 5, 4)), dice.normal(size=(2, 5, 6))
    args = (Array(Q), Array(K), Array(V))
    output, weights = attention(Q, K, V)
    unscaled = attention(2 * Q, K, V)
    by_weights = of("attention", args, (Array(unscaled[0]), Array(unscaled[1])))
    assert by_weights is not None
    assert (by_weights.part, by_weights.shape) == ("weights", (2, 3, 5))
    lead = by_weights.corner[0]
    assert np.allclose(by_weights.expected or (), weights[lead])
    assert np.allclose(by_weights.got, unscaled[1][lead])
    by_output = of("attention", args, (Array(output + 1), Array(weights)))
    assert by_output is not None
    assert (by_output.part, by_output.shape) == ("", (2, 3, 6))
    assert of("attention", args, (Array(output), Array(weights))) is None


def test_nan_is_a_difference_and_the_farthest_one() -> None:
    wrong = causal_mask(4).astype(float)
    wrong[2, 2], wrong[0, 1] = np.nan, 7.0
    figure = of("causal_mask", (4,), Array(wrong))
    assert figure is not None
    assert np.isnan(figure.got[2][2])
    assert np.argwhere(figure.differs).tolist() == [[0, 1], [2, 2]]


def test_what_is_no_matrix_has_no_figure() -> None:
    answers: tuple[Value, ...] = (None, 3.5, "text", Opaque("thing"), (), {"a": 1}, Array(np.ones(4)))
    for got in answers:
        assert of("causal_mask", (4,), got) is None
    assert of("causal_mask", (Opaque("thing"),), mask(4, at=(1, 2))) is None


def test_large_answers_are_left_out() -> None:
    assert of("causal_mask", (500,), mask(500, at=(1, 2))) is None
