from __future__ import annotations

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st

from reference_solutions.transformer.attention import attention
from reference_solutions.transformer.masks import causal_mask, padding_mask


@given(st.integers(1, 12))
def test_causal_mask_allows_oneself_and_the_past(n: int) -> None:
    mask = causal_mask(n)
    assert mask.dtype == np.bool_
    assert mask.shape == (n, n)
    for i, j in np.ndindex(n, n):
        assert mask[i, j] == (j <= i)


def test_causal_mask_is_the_complement_of_torch_s() -> None:
    """nn.Transformer's own mask adds -inf where looking is forbidden."""
    additive = torch.nn.Transformer.generate_square_subsequent_mask(6)
    np.testing.assert_array_equal(causal_mask(6), (additive == 0).numpy())


@given(st.lists(st.integers(0, 9), min_size=1, max_size=5), st.integers(1, 9))
def test_padding_mask_allows_the_first_tokens_of_each_sequence(lengths: list[int], n_max: int) -> None:
    mask = padding_mask(lengths, n_max)
    assert mask.dtype == np.bool_
    assert mask.shape == (len(lengths), n_max)
    for b, length in enumerate(lengths):
        assert mask[b].tolist() == [position < length for position in range(n_max)]
    np.testing.assert_array_equal(mask, padding_mask(np.array(lengths), n_max))


def test_both_together_leave_no_weight_on_the_future_nor_on_padding() -> None:
    dice = np.random.default_rng(0)
    lengths, n = [3, 5], 5
    Q, K, V = (dice.normal(0, 1, (2, 3, n, 4)) for _ in range(3))
    mask = padding_mask(lengths, n)[:, None, None, :] & causal_mask(n)
    _, weights = attention(Q, K, V, mask)
    np.testing.assert_allclose(weights.sum(axis=-1), 1, rtol=1e-14)
    for b, h, i, j in np.ndindex(weights.shape):
        assert (weights[b, h, i, j] > 0) == (j <= i and j < lengths[b])
