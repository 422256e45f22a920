from __future__ import annotations

import math
from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference_solutions.transformer.positional_encoding import angular_frequencies, positional_encoding

TWO_PI = Decimal("6.2831853071795864769252867665590057683943387987502116419")


def exact_angle(position: int, even_column: int, d_model: int) -> float:
    """position / 10000^(even_column / d_model) in 50 digits, brought under one turn before it is rounded."""
    with localcontext() as context:
        context.prec = 50
        frequency = Decimal(10_000) ** (-Decimal(even_column) / Decimal(d_model))
        return float(Decimal(position) * frequency % TWO_PI)


@pytest.mark.parametrize("d_model", [1, 2, 6, 7, 64, 512])
def test_is_exact_up_to_position_100_000(d_model: int) -> None:
    encoding = positional_encoding(100_001, d_model)
    assert encoding.shape == (100_001, d_model)
    for position in (0, 1, 2, 63, 511, 4_999, 65_537, 99_999, 100_000):
        for column in range(d_model):
            angle = exact_angle(position, column - column % 2, d_model)
            expected = math.cos(angle) if column % 2 else math.sin(angle)
            assert abs(encoding[position, column] - expected) < 1e-9


@given(st.integers(1, 40))
def test_position_0_is_0_1_0_1(d_model: int) -> None:
    assert positional_encoding(3, d_model)[0].tolist() == [column % 2 for column in range(d_model)]


@given(st.integers(1, 20), st.integers(0, 500))
def test_k_steps_are_one_rotation_wherever_they_start(pairs: int, k: int) -> None:
    encoding = positional_encoding(600, 2 * pairs)
    sines, cosines = encoding[:, 0::2], encoding[:, 1::2]
    turn = k * angular_frequencies(2 * pairs)
    start = slice(0, 600 - k)
    np.testing.assert_allclose(sines[k:], sines[start] * np.cos(turn) + cosines[start] * np.sin(turn), atol=1e-11)
    np.testing.assert_allclose(cosines[k:], cosines[start] * np.cos(turn) - sines[start] * np.sin(turn), atol=1e-11)


def test_all_positions_have_the_same_length_and_no_two_are_alike() -> None:
    encoding = positional_encoding(512, 64)
    np.testing.assert_allclose((encoding**2).sum(axis=1), 32, rtol=1e-13)
    assert len(np.unique(encoding.round(6), axis=0)) == 512


def test_frequencies_fall_from_1_towards_1_in_10_000() -> None:
    frequencies = angular_frequencies(8)
    np.testing.assert_allclose(frequencies, [1, 0.1, 0.01, 0.001], rtol=1e-14)
    assert angular_frequencies(7).shape == (4,)
