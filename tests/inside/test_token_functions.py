"""Functions of tokens that a student's code is handed: each does what its options say, for either library."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from grader.inside.token_functions import token_function

P = np.array([2, 4, 6, 1, 0, 3, 5])
X = np.random.default_rng(0).normal(size=(7, 4))
MATRIX = np.random.default_rng(1).normal(size=(4, 4))
TABLE = np.random.default_rng(2).normal(size=(7, 4))


@pytest.mark.parametrize("options", [{}, {"matrix": MATRIX}, {"mean": True}, {"matrix": MATRIX, "decimals": 9}])
def test_without_tables_outputs_move_with_their_tokens(options: dict[str, object]) -> None:
    f = token_function(options)
    np.testing.assert_allclose(f(X[P]), f(X)[P], atol=1e-12)


@pytest.mark.parametrize("options", [{"before": TABLE}, {"after": TABLE}, {"exchanged": (0, 1)}])
def test_tables_and_an_exchange_tie_outputs_to_places(options: dict[str, object]) -> None:
    f = token_function({"matrix": MATRIX, **options})
    assert np.abs(f(X[P]) - f(X)[P]).max() > 0.1


def test_the_softmax_mixes_the_tokens() -> None:
    weights = torch.softmax(torch.from_numpy(X @ MATRIX @ X.T), dim=-1).numpy()
    np.testing.assert_allclose(token_function({"matrix": MATRIX})(X), weights @ X)


def test_a_tensor_gives_a_tensor_of_its_dtype() -> None:
    tokens = torch.from_numpy(X.astype(np.float32)).requires_grad_()
    got = token_function({"matrix": MATRIX})(tokens[None])
    assert isinstance(got, torch.Tensor)
    assert got.dtype == torch.float32
    assert got.shape == (1, 7, 4)


def test_the_argument_is_left_alone() -> None:
    tokens = X.copy()
    token_function({"exchanged": (0, 1), "before": TABLE})(tokens)
    np.testing.assert_array_equal(tokens, X)
