from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from reference_solutions.transformer.attention import attention
from reference_solutions.transformer.masks import causal_mask, padding_mask
from reference_solutions.transformer.multihead import (
    AttentionWeights,
    Head,
    attention_parameter_count,
    multi_head_attention,
    multihead,
)
from tests.references.random_weights import attention_weights, fill_attention, tensor


def random_heads(dice: np.random.Generator, h: int, d: int, d_k: int, d_v: int) -> list[Head]:
    def matrix(width: int) -> np.ndarray:
        return dice.normal(0, 1 / math.sqrt(d), (d, width))

    return [(matrix(d_k), matrix(d_k), matrix(d_v)) for _ in range(h)]


@given(st.integers(0, 2**32 - 1), st.integers(1, 3), st.integers(1, 6), st.integers(1, 4), st.integers(1, 4))
def test_agrees_with_torch(seed: int, batch: int, n: int, n_heads: int, d_k: int) -> None:
    dice, d = np.random.default_rng(seed), n_heads * d_k
    weights, x = attention_weights(dice, d), dice.normal(0, 1, (batch, n, d))
    module = nn.MultiheadAttention(d, n_heads, batch_first=True).double()
    fill_attention(module, weights)
    for mask in (None, causal_mask(n)):
        blocked = None if mask is None else tensor(~mask)  # torch: True = blocked
        expected, _ = module(*[tensor(x)] * 3, attn_mask=blocked)
        got = multi_head_attention(x, weights, n_heads, mask)
        np.testing.assert_allclose(got, expected.detach(), rtol=1e-10, atol=1e-12)


def test_agrees_with_torch_about_padding() -> None:
    dice = np.random.default_rng(3)
    weights, x, real = attention_weights(dice, 12), dice.normal(0, 1, (2, 5, 12)), padding_mask([3, 5], 5)
    module = nn.MultiheadAttention(12, 3, batch_first=True).double()
    fill_attention(module, weights)
    expected, _ = module(*[tensor(x)] * 3, key_padding_mask=tensor(~real))
    got = multi_head_attention(x, weights, 3, real[:, None, None, :])
    np.testing.assert_allclose(got, expected.detach(), rtol=1e-10, atol=1e-12)


def test_all_heads_at_once_are_the_heads_one_by_one() -> None:
    dice, d, h, d_k = np.random.default_rng(4), 12, 3, 4
    x, W = dice.normal(0, 1, (5, d)), attention_weights(dice, d)
    heads: list[Head] = [
        (W.W_Q[:, i * d_k : (i + 1) * d_k], W.W_K[:, i * d_k : (i + 1) * d_k], W.W_V[:, i * d_k : (i + 1) * d_k])
        for i in range(h)
    ]
    without_biases = AttentionWeights(W.W_Q, W.W_K, W.W_V, W.W_O, *[np.zeros(d)] * 4)
    for mask in (None, causal_mask(5)):
        np.testing.assert_allclose(
            multihead(x, heads, W.W_O, mask), multi_head_attention(x, without_biases, h, mask), atol=1e-12
        )


def test_one_head_is_plain_attention_and_w_o() -> None:
    dice = np.random.default_rng(5)
    X, W_O = dice.normal(0, 1, (5, 8)), dice.normal(0, 1, (6, 8))
    ((W_Q, W_K, W_V),) = heads = random_heads(dice, 1, 8, 4, 6)
    output, _ = attention(X @ W_Q, X @ W_K, X @ W_V, causal_mask(5))
    np.testing.assert_allclose(multihead(X, heads, W_O, causal_mask(5)), output @ W_O, atol=1e-12)


def test_each_head_has_its_own_rows_of_w_o() -> None:
    """With W_O zero but for head i's rows, only head i is heard: d_v is not d_k, and h is not d_v."""
    dice = np.random.default_rng(6)
    X, W_O = dice.normal(0, 1, (5, 8)), dice.normal(0, 1, (3 * 6, 8))
    heads = random_heads(dice, 3, 8, 4, 6)
    for i, (W_Q, W_K, W_V) in enumerate(heads):
        only_i = np.zeros_like(W_O)
        only_i[i * 6 : (i + 1) * 6] = W_O[i * 6 : (i + 1) * 6]
        output, _ = attention(X @ W_Q, X @ W_K, X @ W_V)
        np.testing.assert_allclose(
            multihead(X, heads, only_i),
            output @ W_O[i * 6 : (i + 1) * 6],
            atol=1e-12,
        )


@given(st.integers(0, 2**32 - 1))
def test_permuting_the_tokens_permutes_the_output(seed: int) -> None:
    dice = np.random.default_rng(seed)
    x, weights, order = dice.normal(0, 1, (2, 5, 12)), attention_weights(dice, 12), dice.permutation(5)
    before = multi_head_attention(x, weights, 3)
    np.testing.assert_allclose(multi_head_attention(x[:, order], weights, 3), before[:, order], atol=1e-12)


def test_sequences_of_a_batch_do_not_see_each_other() -> None:
    dice = np.random.default_rng(7)
    x, weights = dice.normal(0, 1, (2, 4, 5, 12)), attention_weights(dice, 12)
    together = multi_head_attention(x, weights, 3)
    assert together.shape == x.shape
    for index in np.ndindex(2, 4):
        np.testing.assert_allclose(multi_head_attention(x[index], weights, 3), together[index], atol=1e-12)


def test_heads_that_do_not_divide_d_model_are_refused() -> None:
    dice = np.random.default_rng(8)
    with pytest.raises(ValueError, match="10 can't be cut into 3 heads"):
        multi_head_attention(dice.normal(0, 1, (5, 10)), attention_weights(dice, 10), 3)


@pytest.mark.parametrize(("d_model", "n_heads"), [(12, 3), (512, 8), (512, 16)])
def test_parameters_are_as_many_as_torch_s_whatever_the_heads(d_model: int, n_heads: int) -> None:
    module = nn.MultiheadAttention(d_model, n_heads)
    assert attention_parameter_count(d_model) == sum(parameter.numel() for parameter in module.parameters())


def test_the_worked_counts() -> None:
    assert attention_parameter_count(512) == 1_050_624
    heads = random_heads(np.random.default_rng(9), 2, 8, 4, 4)
    X, W_O = np.ones((3, 8)), np.ones((8, 8))
    assert multihead(X, heads, W_O).shape == (3, 8)
    assert sum(W.size for head in heads for W in head) + W_O.size == 256


def test_the_bias_of_the_keys_changes_nothing() -> None:
    """It adds the same to all of a query's scores, which the softmax ignores: no test can see it."""
    dice = np.random.default_rng(11)
    x, weights = dice.normal(0, 1, (2, 5, 12)), attention_weights(dice, 12)
    without = dataclasses.replace(weights, b_K=np.zeros(12))
    np.testing.assert_allclose(multi_head_attention(x, without, 3), multi_head_attention(x, weights, 3), atol=1e-12)


def test_a_second_call_gives_the_same_and_the_input_is_left_alone() -> None:
    dice = np.random.default_rng(10)
    x, weights = dice.normal(0, 1, (2, 5, 12)), attention_weights(dice, 12)
    copy = x.copy()
    first = multi_head_attention(x, weights, 3)
    np.testing.assert_array_equal(multi_head_attention(x, weights, 3), first)
    np.testing.assert_array_equal(x, copy)
