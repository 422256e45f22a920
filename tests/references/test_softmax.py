from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from reference_solutions.transformer.softmax import softmax
from tests.references.finite_differences import gradient
from tests.references.random_weights import tensor

logits = hnp.arrays(
    np.float64, hnp.array_shapes(max_dims=4, max_side=5), elements=st.floats(-1e4, 1e4, allow_subnormal=False)
)


@given(logits, st.data())
def test_agrees_with_torch_along_any_axis(z: np.ndarray, data: st.DataObject) -> None:
    axis = data.draw(st.integers(-z.ndim, z.ndim - 1))
    np.testing.assert_allclose(softmax(z, axis), torch.softmax(tensor(z), axis), rtol=1e-12, atol=1e-15)


@given(logits)
def test_is_a_distribution_along_the_last_axis_by_default(z: np.ndarray) -> None:
    p = softmax(z)
    assert p.shape == z.shape
    assert (p >= 0).all()
    np.testing.assert_allclose(p.sum(axis=-1), 1, rtol=1e-14)


@given(logits, st.floats(-1e4, 1e4))
def test_a_constant_added_to_all_logits_changes_nothing(z: np.ndarray, constant: float) -> None:
    np.testing.assert_allclose(softmax(z + constant), softmax(z), rtol=1e-10, atol=1e-11)


def test_two_logits_have_the_odds_of_their_difference() -> None:
    p = softmax(np.array([0.3, 1.7]))
    assert p[1] / p[0] == pytest.approx(np.exp(1.4), rel=1e-14)


def test_minus_infinity_gets_exactly_nothing() -> None:
    p = softmax(np.array([[-np.inf, 1.0, 2.0], [0.5, -np.inf, -np.inf]]))
    assert p[0, 0] == 0
    assert p[1].tolist() == [1.0, 0.0, 0.0]


@pytest.mark.parametrize("level", [1e4, -1e4])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_large_logits_neither_overflow_nor_vanish(level: float, dtype: type) -> None:
    z: np.ndarray = np.array([0.0, -1.0, -2.0], dtype=dtype)
    rows = np.stack([z, z + dtype(level)])  # rows of very different size
    np.testing.assert_allclose(softmax(rows), np.stack([softmax(z), softmax(z)]), rtol=1e-6)


def test_the_input_is_left_alone() -> None:
    z = np.array([[1.0, 3.0], [2.0, -1.0]])
    before = z.copy()
    softmax(z)
    np.testing.assert_array_equal(z, before)


def test_its_derivative_is_diag_p_minus_p_p() -> None:
    z = np.random.default_rng(0).normal(0, 1, 5)
    p = softmax(z)
    for i in range(5):

        def of_i(moved: np.ndarray, i: int = i) -> float:
            return float(softmax(moved)[i])

        np.testing.assert_allclose(gradient(of_i, z), (np.diag(p) - np.outer(p, p))[i], atol=1e-9)


def test_the_worked_numbers() -> None:
    np.testing.assert_allclose(softmax(np.array([0.0, 2.0, 1.0])), [0.090, 0.665, 0.245], atol=5e-4)
    np.testing.assert_allclose(softmax(np.array([0.0, 20.0, 10.0])), [2.1e-9, 0.9999546, 4.54e-5], rtol=2e-2)
