from __future__ import annotations

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.nn import functional

from reference_solutions.transformer.attention import attention
from tests.references.finite_differences import gradient
from tests.references.random_weights import tensor

seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(1, 6)


def some_mask(dice: np.random.Generator, shape: tuple[int, ...]) -> np.ndarray:
    """A random mask that blocks about half, and in each row allows at least one key."""
    mask = dice.random(shape) < 0.5
    mask[..., 0] |= ~mask.any(axis=-1)
    return mask


@given(seeds, st.lists(st.integers(1, 3), max_size=3), sizes, sizes, sizes, sizes, st.booleans())
def test_agrees_with_torch(seed: int, leading: list[int], n_q: int, n_k: int, d_k: int, d_v: int, masked: bool) -> None:
    """With any leading dimensions, n_q ≠ n_k, d_v ≠ d_k, and a mask for each of them."""
    dice = np.random.default_rng(seed)
    Q, K, V = (dice.normal(0, 1, (*leading, *shape)) for shape in ((n_q, d_k), (n_k, d_k), (n_k, d_v)))
    mask = some_mask(dice, (*leading, n_q, n_k)) if masked else None
    output, weights = attention(Q, K, V, mask)
    expected = functional.scaled_dot_product_attention(
        tensor(Q), tensor(K), tensor(V), None if mask is None else tensor(mask)
    )
    np.testing.assert_allclose(output, expected, rtol=1e-10, atol=1e-12)
    assert weights.shape == (*leading, n_q, n_k)
    np.testing.assert_allclose(weights @ V, output, rtol=1e-10, atol=1e-12)


@given(seeds, sizes, sizes)
def test_blocked_keys_get_exactly_nothing_and_rows_add_up_to_1(seed: int, n_q: int, n_k: int) -> None:
    dice = np.random.default_rng(seed)
    Q, K, V = dice.normal(0, 3, (n_q, 4)), dice.normal(0, 3, (n_k, 4)), dice.normal(0, 1, (n_k, 6))
    mask = some_mask(dice, (n_q, n_k))
    output, weights = attention(Q, K, V, mask)
    assert (weights[~mask] == 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-14)
    # An average lies between the least and the greatest of what it averages.
    for i in range(n_q):
        allowed = V[mask[i]]
        assert (output[i] >= allowed.min(axis=0) - 1e-12).all()
        assert (output[i] <= allowed.max(axis=0) + 1e-12).all()


@given(seeds, st.floats(-100, 100))
def test_a_blocked_key_or_value_may_change_without_a_trace(seed: int, change: float) -> None:
    dice = np.random.default_rng(seed)
    Q, K, V = dice.normal(0, 1, (5, 4)), dice.normal(0, 1, (7, 4)), dice.normal(0, 1, (7, 6))
    mask = some_mask(dice, (5, 7))
    mask[:, 3], mask[:, 2] = False, True
    before, _ = attention(Q, K, V, mask)
    K[3] += change
    V[3] -= change
    after, _ = attention(Q, K, V, mask)
    np.testing.assert_array_equal(after, before)


@given(seeds)
def test_keys_have_no_order_and_queries_keep_theirs(seed: int) -> None:
    dice = np.random.default_rng(seed)
    Q, K, V = dice.normal(0, 1, (5, 4)), dice.normal(0, 1, (7, 4)), dice.normal(0, 1, (7, 6))
    output, weights = attention(Q, K, V)
    keys, queries = dice.permutation(7), dice.permutation(5)
    shuffled_output, shuffled_weights = attention(Q[queries], K[keys], V[keys])
    np.testing.assert_allclose(shuffled_output, output[queries], atol=1e-12)
    np.testing.assert_allclose(shuffled_weights, weights[queries][:, keys], atol=1e-12)


@pytest.mark.parametrize("d_k", [4, 9, 25])
def test_scores_are_divided_by_the_root_of_d_k(d_k: int) -> None:
    """The log-odds of two weights are the difference of the dot products over √d_k."""
    dice = np.random.default_rng(d_k)
    Q, K = dice.normal(0, 1, (3, d_k)), dice.normal(0, 1, (2, d_k))
    _, weights = attention(Q, K, np.eye(2))
    log_odds = np.log(weights[:, 0] / weights[:, 1])
    np.testing.assert_allclose((Q @ (K[0] - K[1])) / log_odds, np.sqrt(d_k), rtol=1e-10)


def test_the_mask_is_broadcast() -> None:
    dice = np.random.default_rng(1)
    Q, K, V = dice.normal(0, 1, (2, 3, 5, 4)), dice.normal(0, 1, (2, 3, 7, 4)), dice.normal(0, 1, (2, 3, 7, 6))
    for shape in ((5, 7), (1, 7), (2, 1, 5, 7), (2, 1, 1, 7)):
        mask = some_mask(dice, shape)
        spread = np.broadcast_to(mask, (2, 3, 5, 7))
        np.testing.assert_array_equal(attention(Q, K, V, mask)[0], attention(Q, K, V, spread)[0])


def test_finite_differences_of_it_are_the_gradients_of_torch() -> None:
    dice = np.random.default_rng(2)
    arrays = [dice.normal(0, 1, (5, 4)), dice.normal(0, 1, (7, 4)), dice.normal(0, 1, (7, 6))]
    mask, cotangent = some_mask(dice, (5, 7)), dice.normal(0, 1, (5, 6))
    leaves = q, k, v = [tensor(array).requires_grad_() for array in arrays]
    functional.scaled_dot_product_attention(q, k, v, tensor(mask)).backward(tensor(cotangent))
    for position, leaf in enumerate(leaves):

        def loss(moved: np.ndarray, position: int = position) -> float:
            Q, K, V = (moved if i == position else array for i, array in enumerate(arrays))
            return float((attention(Q, K, V, mask)[0] * cotangent).sum())

        np.testing.assert_allclose(gradient(loss, arrays[position]), leaf.grad, atol=1e-8)


def test_el_gato_duerme() -> None:
    X = np.array([[1, 0, 1, 0], [0, 1, 0, 1], [1, 1, 0, 0]], dtype=float)
    W_Q = np.array([[1, 0], [0, 1], [1, 0], [0, 1]], dtype=float)
    W_K = np.array([[0, 1], [1, 0], [0, 1], [1, 0]], dtype=float)
    W_V = np.array([[1, 0], [0, 1], [1, 1], [0, 0]], dtype=float)
    Z, A = attention(X @ W_Q, X @ W_K, X @ W_V)
    third = 0.333
    np.testing.assert_allclose(A[0], [0.045, 0.768, 0.187], atol=6e-4)
    np.testing.assert_allclose(A[1], [0.768, 0.045, 0.187], atol=6e-4)
    np.testing.assert_allclose(A[2], [third, third, third], atol=6e-4)
    np.testing.assert_allclose(Z, np.array([[0.278, 1], [1.723, 1], [1, 1]]), atol=6e-4)


def test_what_dolor_attends_to() -> None:
    words = ["el", "paciente", "tiene", "pecho", "dolor", "brazo"]
    vectors = 2 * np.array(
        [[0, 0, 0, 1], [0.1, 0, 1, 0], [0, 0, 0.2, 0.8], [0.9, 0.8, 0, 0], [1, 0.3, 0, 0], [0.5, 0.9, 0, 0]]
    )
    dolor = vectors[[words.index("dolor")]]
    output, weights = attention(dolor, vectors, vectors)
    np.testing.assert_allclose(weights[0], [0.038, 0.046, 0.038, 0.369, 0.334, 0.176], atol=6e-4)
    np.testing.assert_allclose(output[0], [1.516, 1.107, 0.107, 0.136], atol=6e-4)


def test_torch_is_asked_in_float64() -> None:
    """The comparisons above mean what they say only if torch doesn't round."""
    assert tensor(np.zeros(1)).dtype == torch.float64
