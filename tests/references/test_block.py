from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn
from torch.nn import functional

from reference_solutions.transformer.block import (
    BlockWeights,
    block_parameter_count,
    feed_forward,
    gelu,
    gelu_tanh,
    layer_norm,
    post_ln_block,
    pre_ln_block,
    relu,
    transformer_block,
)
from reference_solutions.transformer.masks import causal_mask
from reference_solutions.transformer.multihead import AttentionWeights, multi_head_attention
from reference_solutions.transformer.positional_encoding import positional_encoding
from tests.references.finite_differences import gradient
from tests.references.random_weights import block_weights, fill_encoder_layer, tensor

seeds = st.integers(0, 2**32 - 1)
line = np.concatenate([np.linspace(-8, 8, 321), [-40.0, 40.0]])


@given(seeds, st.integers(2, 9), st.sampled_from([1e-12, 1e-5, 0.1]), st.sampled_from([1e-3, 1.0, 50.0]))
def test_layer_norm_agrees_with_torch(seed: int, d: int, eps: float, spread: float) -> None:
    """At small spreads the place of eps shows, with few features the divisor of the variance does."""
    dice = np.random.default_rng(seed)
    x, gain, bias = dice.normal(3 * spread, spread, (2, 5, d)), dice.normal(1, 1, d), dice.normal(0, 1, d)
    np.testing.assert_allclose(layer_norm(x, eps), functional.layer_norm(tensor(x), (d,), eps=eps), atol=1e-9)
    module = nn.LayerNorm(d, eps=eps).double()
    with torch.no_grad():
        module.weight.copy_(tensor(gain))
        module.bias.copy_(tensor(bias))
        expected = module(tensor(x))
    np.testing.assert_allclose(layer_norm(x, eps, gain, bias), expected, atol=1e-9)


@given(seeds)
def test_layer_norm_gives_each_token_mean_0_and_variance_1(seed: int) -> None:
    x = np.random.default_rng(seed).normal(5, 3, (2, 5, 8))
    normed = layer_norm(x, eps=0.0)
    np.testing.assert_allclose(normed.mean(axis=-1), 0, atol=1e-12)
    np.testing.assert_allclose(normed.var(axis=-1), 1, rtol=1e-12)
    np.testing.assert_allclose(layer_norm(4 * x - 7, eps=0.0), normed, atol=1e-10)


def test_a_constant_token_becomes_the_bias() -> None:
    assert layer_norm(np.full((3, 4), 2.5)).tolist() == np.zeros((3, 4)).tolist()
    assert layer_norm(np.full((1, 2), 2.5), 1e-5, np.array([9.0, 9.0]), np.array([1.0, 2.0])).tolist() == [[1, 2]]


def test_gain_and_bias_may_each_stand_alone() -> None:
    dice = np.random.default_rng(8)
    x, gain, bias = dice.normal(0, 1, (2, 5, 8)), dice.normal(1, 1, 8), dice.normal(0, 1, 8)
    np.testing.assert_allclose(layer_norm(x, gain=gain), layer_norm(x) * gain, atol=1e-12)
    np.testing.assert_allclose(layer_norm(x, bias=bias), layer_norm(x) + bias, atol=1e-12)


@pytest.mark.parametrize(
    ("ours", "torch_s"),
    [
        (relu, functional.relu),
        (gelu, functional.gelu),
        (gelu_tanh, lambda x: functional.gelu(x, approximate="tanh")),
    ],
)
def test_activations_agree_with_torch(ours: Any, torch_s: Any) -> None:
    np.testing.assert_allclose(ours(line), torch_s(tensor(line)), rtol=1e-13, atol=1e-15)
    assert ours(line.reshape(17, 19)).shape == (17, 19)


def test_the_two_gelus_differ_by_a_little() -> None:
    assert 4.5e-4 < np.abs(gelu(line) - gelu_tanh(line)).max() < 5e-4


def test_feed_forward_is_two_linear_layers_for_each_token() -> None:
    dice = np.random.default_rng(0)
    x, first, second = dice.normal(0, 1, (2, 5, 4)), nn.Linear(4, 16).double(), nn.Linear(16, 4).double()
    W1, b1, W2, b2 = (p.detach().numpy() for p in (first.weight.T, first.bias, second.weight.T, second.bias))
    expected = second(functional.relu(first(tensor(x)))).detach()
    np.testing.assert_allclose(feed_forward(x, W1, b1, W2, b2), expected, atol=1e-12)
    alone = feed_forward(x[1, 2], W1, b1, W2, b2)
    np.testing.assert_allclose(alone, expected[1, 2], atol=1e-12)


@pytest.mark.parametrize("norm_first", [True, False])
@pytest.mark.parametrize(("activation", "torch_s"), [(relu, "relu"), (gelu, "gelu")])
@pytest.mark.parametrize("eps", [1e-5, 1e-2])
def test_blocks_agree_with_torch(norm_first: bool, activation: Any, torch_s: str, eps: float) -> None:
    ours = pre_ln_block if norm_first else post_ln_block
    for seed, (batch, n, d, n_heads) in enumerate([(2, 5, 12, 3), (1, 1, 6, 1), (3, 7, 8, 4)]):
        dice = np.random.default_rng(seed)
        weights, x = block_weights(dice, d), dice.normal(0, 1, (batch, n, d))
        layer = nn.TransformerEncoderLayer(
            d, n_heads, 4 * d, 0.0, torch_s, layer_norm_eps=eps, batch_first=True, norm_first=norm_first
        ).double()
        fill_encoder_layer(layer, weights)
        for mask in (None, causal_mask(n)):
            expected = layer(tensor(x), src_mask=None if mask is None else tensor(~mask)).detach()
            got = ours(x, weights, n_heads, mask, activation, eps)
            np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-10)


def numpy_form(weights: BlockWeights, h: int) -> dict[str, Any]:
    """The arguments of transformer_block that say the same as `weights` without biases and affine norms."""
    w, a, d_k = weights, weights.attention, len(weights.b2) // h
    columns = [slice(i * d_k, (i + 1) * d_k) for i in range(h)]
    heads = [(a.W_Q[:, c], a.W_K[:, c], a.W_V[:, c]) for c in columns]
    return {"heads": heads, "W_O": a.W_O, "W1": w.W1, "b1": w.b1, "W2": w.W2, "b2": w.b2}


def without_biases_and_affine_norms(weights: BlockWeights) -> BlockWeights:
    a, zeros, ones = weights.attention, np.zeros_like(weights.b2), np.ones_like(weights.b2)
    attention = AttentionWeights(a.W_Q, a.W_K, a.W_V, a.W_O, zeros, zeros, zeros, zeros)
    return dataclasses.replace(weights, attention=attention, gain1=ones, bias1=zeros, gain2=ones, bias2=zeros)


def test_the_numpy_form_is_the_post_ln_block_with_relu() -> None:
    dice = np.random.default_rng(1)
    weights, x = block_weights(dice, 12), dice.normal(0, 1, (5, 12))
    for mask in (None, causal_mask(5)):
        got = transformer_block(x, **numpy_form(weights, 3), mask=mask)
        expected = post_ln_block(x, without_biases_and_affine_norms(weights), 3, mask, relu)
        np.testing.assert_allclose(got, expected, atol=1e-12)


def test_sublayers_that_say_nothing_leave_a_pre_ln_block_the_identity() -> None:
    """The residual stream goes through untouched; in a post-LN block it is normalised twice."""
    dice = np.random.default_rng(2)
    weights, x, zeros = block_weights(dice, 12), dice.normal(0, 1, (2, 5, 12)), np.zeros(12)
    silent = dataclasses.replace(
        weights,
        attention=dataclasses.replace(weights.attention, W_O=np.zeros((12, 12)), b_O=zeros),
        W2=np.zeros((48, 12)),
        b2=zeros,
    )
    np.testing.assert_array_equal(pre_ln_block(x, silent, 3), x)
    once = layer_norm(x, 1e-5, weights.gain1, weights.bias1)
    twice = layer_norm(once, 1e-5, weights.gain2, weights.bias2)
    np.testing.assert_allclose(post_ln_block(x, silent, 3), twice, atol=1e-12)


def test_blocks_stack() -> None:
    """With and without a batch dimension, the output is an input for the next block."""
    dice = np.random.default_rng(3)
    x, first, second = dice.normal(0, 1, (2, 5, 12)), block_weights(dice, 12), block_weights(dice, 12)
    for block in (pre_ln_block, post_ln_block):
        stacked = block(block(x, first, 3), second, 3)
        assert stacked.shape == x.shape
        np.testing.assert_allclose(block(block(x[1], first, 3), second, 3), stacked[1], atol=1e-12)


def test_the_permutation_experiment() -> None:
    """Without positions the block can't tell the order of its tokens, with them it can (exercise 6.4)."""
    dice = np.random.default_rng(4)
    x, arguments, order = dice.normal(0, 1, (5, 12)), numpy_form(block_weights(dice, 12), 3), np.array([3, 0, 4, 1, 2])

    def only_permutes(positions: np.ndarray) -> bool:
        before = transformer_block(x + positions, **arguments)
        return np.allclose(transformer_block(x[order] + positions, **arguments), before[order])

    assert only_permutes(np.zeros((5, 12)))
    assert not only_permutes(positional_encoding(5, 12))


def test_finite_differences_of_a_block_are_the_gradients_of_torch() -> None:
    dice = np.random.default_rng(5)
    weights, x, cotangent = block_weights(dice, 6), dice.normal(0, 1, (4, 6)), dice.normal(0, 1, (4, 6))
    layer = nn.TransformerEncoderLayer(6, 2, 24, 0.0, "gelu", batch_first=True, norm_first=True).double()
    fill_encoder_layer(layer, weights)
    leaf = tensor(x[None]).requires_grad_()
    layer(leaf).backward(tensor(cotangent[None]))
    numeric = gradient(lambda moved: float((pre_ln_block(moved, weights, 2) * cotangent).sum()), x)
    np.testing.assert_allclose(numeric, leaf.grad[0], atol=1e-7)


@pytest.mark.parametrize("d_model", [8, 64])
def test_parameters_are_as_many_as_torch_s(d_model: int) -> None:
    layer = nn.TransformerEncoderLayer(d_model, 2, 4 * d_model)
    assert block_parameter_count(d_model) == sum(parameter.numel() for parameter in layer.parameters())


def test_the_worked_counts() -> None:
    assert block_parameter_count(64) == 16_640 + 33_088 + 256
    arguments = numpy_form(block_weights(np.random.default_rng(6), 8), 2)
    assert transformer_block(np.ones((3, 8)), **arguments).shape == (3, 8)
    in_heads = sum(W.size for head in arguments.pop("heads") for W in head)
    assert in_heads + sum(array.size for array in arguments.values()) == 808


def test_the_attention_of_a_block_is_the_multi_head_attention() -> None:
    """With a silent FFN, what a pre-LN block adds to the stream is the attention of the normed stream."""
    dice = np.random.default_rng(7)
    weights, x = block_weights(dice, 12), dice.normal(0, 1, (2, 5, 12))
    silent = dataclasses.replace(weights, W2=np.zeros((48, 12)), b2=np.zeros(12))
    normed = layer_norm(x, 1e-5, weights.gain1, weights.bias1)
    added = multi_head_attention(normed, weights.attention, 3, causal_mask(5))
    np.testing.assert_allclose(pre_ln_block(x, silent, 3, causal_mask(5)) - x, added, atol=1e-12)
