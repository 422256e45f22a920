"""Comparing values: what counts as the same, and where two arrays part."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from grader.compare import (
    NotNumbers,
    Tolerance,
    compare,
    decimals_of,
    half_precision_of,
    numbers,
    own_tolerance,
    tolerance_for,
)
from grader.model import Array, Opaque, Value

EXACT = Tolerance(0.0, 0.0)
LOOSE = Tolerance(1e-5, 1e-4)


@pytest.mark.parametrize(
    ("expected", "got"),
    [
        (np.zeros(1), np.zeros(0)),
        (np.zeros((3, 1)), np.zeros(3)),
        (np.zeros((1, 3)), np.zeros(3)),
        (np.zeros(()), np.zeros(1)),
        (np.zeros((2, 3)), np.zeros((3, 2))),
    ],
)
def test_shapes_must_be_equal_even_where_they_broadcast(expected: np.ndarray, got: np.ndarray) -> None:
    comparison = compare(expected, got, LOOSE)
    assert comparison.difference is not None
    assert comparison.difference.reason == "shape"


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_nan_and_infinity_are_never_within_a_tolerance(bad: float) -> None:
    comparison = compare(np.array([1.0, 2.0]), np.array([1.0, bad]), Tolerance(1e9, 1e9))
    assert comparison.difference is not None
    assert comparison.difference.reason == "not_finite"
    assert comparison.difference.index == (1,)


def test_opposite_infinities_differ_and_equal_ones_agree() -> None:
    assert compare(np.array([np.inf, -np.inf]), np.array([np.inf, -np.inf]), EXACT).same
    assert not compare(np.array([np.inf]), np.array([-np.inf]), LOOSE).same


def test_the_place_of_the_largest_difference_is_named() -> None:
    expected = np.arange(12.0).reshape(3, 4)
    got = expected.copy()
    got[1, 2] += 0.5
    got[2, 0] -= 2.0
    difference = compare(expected, got, LOOSE).difference
    assert difference is not None
    assert (difference.index, difference.mismatched, difference.total) == ((2, 0), 2, 12)
    assert (difference.expected, difference.got, difference.largest) == (8.0, 6.0, 2.0)


def test_the_ratio_tells_how_much_of_the_tolerance_is_used() -> None:
    comparison = compare(np.array([0.0]), np.array([5e-6]), Tolerance(1e-5, 0.0))
    assert comparison.same
    assert comparison.ratio == pytest.approx(0.5)


@pytest.mark.parametrize(
    ("value", "shape"),
    [
        (3, ()),
        (2.5, ()),
        (True, ()),
        ((1.0, 2.0), (2,)),
        (((1, 2, 3), (4, 5, 6)), (2, 3)),
        (Array(np.zeros((2, 3), dtype=np.float32), "torch"), (2, 3)),
        ((Array(np.zeros(3)), Array(np.ones(3))), (2, 3)),
        (Array(np.ones((2, 2), dtype=bool)), (2, 2)),
    ],
)
def test_numbers_and_sequences_of_numbers_are_arrays(value: Value, shape: tuple[int, ...]) -> None:
    array = numbers(value)
    assert isinstance(array, Array)
    assert array.shape == shape


@pytest.mark.parametrize(
    ("value", "what"),
    [
        (None, "None"),
        ("text", "str"),
        ({"a": 1}, "dict"),
        (Opaque("Foo"), "Foo"),
        (((1, 2), (3,)), "sequence of unequal shapes"),
        (Array(np.zeros(2, dtype=complex)), "array of complex128"),
        ((1.0, None), "None"),
    ],
)
def test_what_is_not_an_array_is_named(value: Value, what: str) -> None:
    assert numbers(value) == NotNumbers(what)


def test_a_sequence_is_as_precise_as_its_least_precise_part() -> None:
    mixed = (Array(np.zeros(2, dtype=np.float64)), Array(np.zeros(2, dtype=np.float32)))
    array = numbers(mixed)
    assert isinstance(array, Array)
    assert array.dtype == "float32"


def test_tolerances_grow_with_depth_and_shrink_with_precision() -> None:
    assert tolerance_for("float64").absolute < tolerance_for("float32").absolute
    assert tolerance_for("float32", 1).absolute < tolerance_for("float32", 2).absolute
    # The smallest catalogued defect on our inputs (tanh for exact GELU is accepted) is 1e-3 and more.
    assert tolerance_for("float32", 3).absolute <= 1e-4


@pytest.mark.parametrize("dtype", ["float16", "bfloat16"])
def test_half_precision_is_held_to_float32(dtype: str) -> None:
    """Nobody is given less than float32, so what comes back in half has lost digits on the way."""
    assert tolerance_for(dtype) == tolerance_for("float32")
    own = own_tolerance(Array(np.linspace(0, 1, 9, dtype=np.float32), "torch", dtype))
    assert own.relative > 1e-3


@pytest.mark.parametrize("seed", range(20))
def test_numbers_that_once_were_in_half_precision_still_show_it(seed: int) -> None:
    data = np.random.default_rng(seed).normal(0, 2, (4, 3))
    assert half_precision_of(Array(data)) is None
    assert half_precision_of(Array(data.astype(np.float32))) is None
    assert half_precision_of(Array(data.astype(np.float16).astype(np.float64))) == "float16"


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("decimals", [2, 3, 4])
def test_rounded_numbers_are_seen_to_be_rounded(decimals: int, dtype: str, seed: int) -> None:
    data = np.random.default_rng(seed).normal(0, 2, (5, 6)).astype(dtype)
    assert decimals_of(Array(data)) is None
    assert half_precision_of(Array(data)) is None
    rounded = Array(np.round(data, decimals))
    assert decimals_of(rounded) == decimals
    assert own_tolerance(rounded).absolute == pytest.approx(10.0**-decimals)


@pytest.mark.parametrize("data", [np.eye(5), np.zeros((3, 4)), np.array([0.5, 0.25]), np.full((2, 2), np.nan)])
def test_simple_numbers_are_not_called_rounded(data: NDArray[np.float64]) -> None:
    assert decimals_of(Array(data)) is None
