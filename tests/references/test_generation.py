from __future__ import annotations

import itertools

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from reference_solutions.transformer.generation import generate, next_token_probabilities
from reference_solutions.transformer.minigpt import minigpt
from tests.references.random_weights import minigpt_weights, tensor

seeds = st.integers(0, 2**32 - 1)


@given(seeds, st.floats(0.05, 20))
def test_the_temperature_divides_the_logits(seed: int, temperature: float) -> None:
    logits = np.random.default_rng(seed).normal(0, 2, 9)
    expected = torch.softmax(tensor(logits) / temperature, 0)
    np.testing.assert_allclose(next_token_probabilities(logits, temperature), expected, rtol=1e-11, atol=1e-300)


def test_without_a_temperature_it_is_the_plain_softmax() -> None:
    logits = np.array([2.0, 1.0, 0.0, -1.0])
    np.testing.assert_allclose(next_token_probabilities(logits), torch.softmax(tensor(logits), 0), rtol=1e-12)

    def text(**options: float) -> list[int]:
        return generate(lambda _: logits[None], [0], 500, 3, rng=np.random.default_rng(3), **options)  # type: ignore[arg-type]

    assert text() == text(temperature=1.0)
    assert text() != text(temperature=1.1)


@given(seeds, st.integers(1, 12), st.floats(0.5, 2))
def test_top_k_keeps_the_k_largest_and_shares_out_all_of_1(seed: int, k: int, temperature: float) -> None:
    logits = np.random.default_rng(seed).normal(0, 2, 9)
    p, full = next_token_probabilities(logits, temperature, k), next_token_probabilities(logits, temperature)
    kept = np.flatnonzero(p)
    assert sorted(kept) == sorted(np.argsort(logits)[::-1][:k])
    assert p.sum() == pytest.approx(1, rel=1e-14)
    np.testing.assert_allclose(p[kept], full[kept] / full[kept].sum(), rtol=1e-11)


def test_exactly_k_are_kept_when_logits_are_equal() -> None:
    assert next_token_probabilities(np.array([1.0, 3.0, 3.0, 3.0]), top_k=2).tolist() == [0, 0.5, 0.5, 0]


def test_temperature_0_is_the_argmax_and_the_limit() -> None:
    logits = np.array([0.5, 2.0, -1.0, 1.9])
    assert next_token_probabilities(logits, 0).tolist() == [0, 1, 0, 0]
    assert next_token_probabilities(logits, 0.0, top_k=3).tolist() == [0, 1, 0, 0]
    np.testing.assert_allclose(next_token_probabilities(logits, 1e-3), [0, 1, 0, 0], atol=1e-40)


@pytest.mark.parametrize(("temperature", "top_k"), [(-0.5, None), (1.0, 0)])
def test_what_makes_no_sense_is_refused(temperature: float, top_k: int | None) -> None:
    with pytest.raises(ValueError, match=r"temperature|top_k"):
        next_token_probabilities(np.zeros(3), temperature, top_k)


def test_the_logits_are_left_alone() -> None:
    logits = np.array([1.0, 2.0, 0.5])
    next_token_probabilities(logits, 0.7, 2)
    assert logits.tolist() == [1.0, 2.0, 0.5]


@given(st.lists(st.integers(0, 4), min_size=1, max_size=8), st.integers(0, 9), st.integers(1, 6))
def test_the_prompt_the_length_and_the_window(prompt: list[int], length: int, context: int) -> None:
    """The model sees at most the last `context` ids; of its logits only those of the last position count."""
    windows = []

    def next_is_one_more(window: list[int]) -> np.ndarray:
        windows.append(list(window))
        logits = np.full((len(window), 5), -np.inf)
        logits[:, 0] = 0.0
        logits[-1] = -np.inf
        logits[-1, (window[-1] + 1) % 5] = 0.0
        return logits

    before = list(prompt)
    ids = generate(next_is_one_more, prompt, length, context, rng=np.random.default_rng(0))
    assert prompt == before
    assert ids[: len(prompt)] == prompt
    assert len(ids) == len(prompt) + length
    assert all(later == (earlier + 1) % 5 for earlier, later in itertools.pairwise(ids[len(prompt) - 1 :]))
    assert windows == [ids[max(0, end - context) : end] for end in range(len(prompt), len(ids))]


@pytest.mark.parametrize(("temperature", "top_k"), [(0.5, None), (1.0, None), (2.0, None), (1.0, 3)])
def test_tokens_come_as_often_as_their_probabilities_say(temperature: float, top_k: int | None) -> None:
    """Within five standard deviations, for a model that always gives the same logits."""
    logits, draws = np.array([2.0, 1.0, 0.0, -1.0]), 4000
    ids = generate(lambda _: logits[None], [0], draws, 3, temperature, top_k, rng=np.random.default_rng(1))
    p = next_token_probabilities(logits, temperature, top_k)
    frequencies = np.bincount(ids[1:], minlength=4) / draws
    assert (np.abs(frequencies - p) <= 5 * np.sqrt(p * (1 - p) / draws)).all()


def test_one_seed_gives_one_text_and_another_seed_another() -> None:
    weights = minigpt_weights(np.random.default_rng(2), 11, 12, 1, 6)

    def text(seed: int) -> list[int]:
        def next_logits(ids: list[int]) -> np.ndarray:
            logits: np.ndarray = minigpt(np.array([ids]), weights, 3)[0]
            return logits

        return generate(next_logits, [1, 2], 20, 6, rng=np.random.default_rng(seed))

    assert text(7) == text(7)
    assert text(7) != text(8)
