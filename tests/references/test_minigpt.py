from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch.nn import functional

from reference_solutions.transformer.block import gelu_tanh
from reference_solutions.transformer.minigpt import cross_entropy, minigpt, parameter_count
from reference_solutions.transformer.softmax import softmax
from tests.references.finite_differences import gradient
from tests.references.random_weights import TorchMiniGPT, minigpt_weights, tensor

VOCAB, D, HEADS, LAYERS, CONTEXT = 11, 12, 3, 2, 7
WEIGHTS = minigpt_weights(np.random.default_rng(0), VOCAB, D, LAYERS, CONTEXT)


def some_tokens(dice: np.random.Generator, batch: int, n: int) -> np.ndarray:
    return dice.integers(0, VOCAB, (batch, n))


@settings(max_examples=25)
@given(st.integers(0, 2**32 - 1), st.integers(1, 3), st.integers(1, CONTEXT), st.integers(1, 3))
def test_agrees_with_a_model_of_torch_s_layers(seed: int, batch: int, n: int, n_layers: int) -> None:
    dice = np.random.default_rng(seed)
    weights, idx = minigpt_weights(dice, VOCAB, D, n_layers, CONTEXT), some_tokens(dice, batch, n)
    expected = TorchMiniGPT(weights, HEADS)(tensor(idx)).detach()
    got = minigpt(idx, weights, HEADS)
    assert got.shape == (batch, n, VOCAB)
    np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-10)


@settings(max_examples=30)
@given(st.integers(0, 2**32 - 1), st.integers(0, CONTEXT - 2))
def test_the_future_changes_nothing_and_the_present_does(seed: int, t: int) -> None:
    dice = np.random.default_rng(seed)
    idx = some_tokens(dice, 2, CONTEXT)
    other = idx.copy()
    other[:, t + 1 :] = (other[:, t + 1 :] + dice.integers(1, VOCAB, (2, CONTEXT - t - 1))) % VOCAB
    before, after = minigpt(idx, WEIGHTS, HEADS), minigpt(other, WEIGHTS, HEADS)
    np.testing.assert_array_equal(after[:, : t + 1], before[:, : t + 1])
    assert (np.abs(after - before).max(axis=-1)[:, t + 1 :] > 1e-6).all()
    np.testing.assert_allclose(minigpt(idx[:, : t + 1], WEIGHTS, HEADS), before[:, : t + 1], atol=1e-12)


def test_the_order_of_the_past_matters() -> None:
    idx = np.array([[1, 2, 3, 4, 5]])
    swapped = np.array([[2, 1, 3, 4, 5]])
    assert np.abs(minigpt(idx, WEIGHTS, HEADS)[0, -1] - minigpt(swapped, WEIGHTS, HEADS)[0, -1]).max() > 1e-3


def test_sequences_longer_than_the_context_are_refused() -> None:
    dice = np.random.default_rng(1)
    assert minigpt(some_tokens(dice, 2, CONTEXT), WEIGHTS, HEADS).shape == (2, CONTEXT, VOCAB)
    with pytest.raises(ValueError, match="8 tokens don't fit a context of 7"):
        minigpt(some_tokens(dice, 2, CONTEXT + 1), WEIGHTS, HEADS)


def test_activation_and_eps_reach_the_blocks() -> None:
    idx = some_tokens(np.random.default_rng(2), 2, 5)
    exact = minigpt(idx, WEIGHTS, HEADS)
    assert 1e-6 < np.abs(minigpt(idx, WEIGHTS, HEADS, gelu_tanh) - exact).max() < 1e-2
    assert np.abs(minigpt(idx, WEIGHTS, HEADS, eps=1e-1) - exact).max() > 1e-2


@given(st.integers(0, 2**32 - 1), st.sampled_from([1.0, 1e4]))
def test_cross_entropy_agrees_with_torch(seed: int, spread: float) -> None:
    dice = np.random.default_rng(seed)
    logits, targets = dice.normal(0, spread, (2, 5, VOCAB)), some_tokens(dice, 2, 5)
    expected = float(functional.cross_entropy(tensor(logits).flatten(0, 1), tensor(targets).flatten()))
    assert cross_entropy(logits, targets) == pytest.approx(expected, rel=1e-12)


def test_the_gradient_of_the_loss_is_softmax_minus_one_hot() -> None:
    dice = np.random.default_rng(3)
    logits, targets = dice.normal(0, 1, (4, VOCAB)), dice.integers(0, VOCAB, 4)
    numeric = gradient(lambda moved: cross_entropy(moved, targets), logits)
    np.testing.assert_allclose(numeric, (softmax(logits) - np.eye(VOCAB)[targets]) / 4, atol=1e-9)


def test_a_model_that_knows_nothing_loses_ln_v() -> None:
    targets = some_tokens(np.random.default_rng(4), 2, 5)
    assert cross_entropy(np.zeros((2, 5, 46)), targets) == pytest.approx(np.log(46), rel=1e-14)
    ignorant = dataclasses.replace(WEIGHTS, W_head=np.zeros((D, VOCAB)), b_head=np.zeros(VOCAB))
    assert cross_entropy(minigpt(targets, ignorant, HEADS), targets) == pytest.approx(np.log(VOCAB), rel=1e-14)


def sizes(node: Any) -> int:
    """The number of numbers in a tree of dataclasses, tuples and arrays."""
    if isinstance(node, np.ndarray):
        return node.size
    if isinstance(node, tuple):
        return sum(map(sizes, node))
    return sum(sizes(getattr(node, field.name)) for field in dataclasses.fields(node))


def test_parameters_are_as_many_as_the_weights_and_as_torch_s() -> None:
    count = parameter_count(VOCAB, D, HEADS, LAYERS, CONTEXT)
    assert sizes(WEIGHTS) == count
    module = TorchMiniGPT(WEIGHTS, HEADS)
    assert sum(parameter.numel() for parameter in module.parameters()) == count


def test_the_worked_counts() -> None:
    assert parameter_count(46) == 160_110
    assert parameter_count(46) == 2_944 + 4_096 + 3 * (16_640 + 33_088 + 256) + 128 + 2_990
    assert parameter_count(43) == 159_723
    assert parameter_count(46, n_heads=8) == 160_110


def test_a_step_of_torch_s_gradient_lowers_the_loss_here_too() -> None:
    """The two models agree on what learning is: a step down torch's gradient is a step down here."""
    dice = np.random.default_rng(5)
    idx, targets = some_tokens(dice, 2, 5), some_tokens(dice, 2, 5)
    module = TorchMiniGPT(WEIGHTS, HEADS)
    loss = functional.cross_entropy(module(tensor(idx)).flatten(0, 1), tensor(targets).flatten())
    (slope,) = torch.autograd.grad(loss, module.head.weight)
    before = cross_entropy(minigpt(idx, WEIGHTS, HEADS), targets)
    step = 1e-4
    moved = dataclasses.replace(WEIGHTS, W_head=WEIGHTS.W_head - step * slope.numpy().T)
    after = cross_entropy(minigpt(idx, moved, HEADS), targets)
    assert before == pytest.approx(float(loss.detach()), rel=1e-10)
    assert before - after == pytest.approx(step * float((slope**2).sum()), rel=1e-2)
