"""A known-wrong variant explains answers that equal its own and aren't the right ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from grader.diagnose.matching import explains
from grader.model import Array, Observation, Raised, Value

Z = np.arange(28.0).reshape(4, 7)
PRIME = 2**61 - 1


def row_sums(z: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(z / z.sum(axis=1, keepdims=True))


def no_keepdims(z: NDArray[Any]) -> NDArray[Any]:
    return np.asarray(z / z.sum(axis=1))


def negates_in_place(z: NDArray[Any]) -> NDArray[Any]:
    np.logical_not(z, out=z)
    return z


def twice(n: int) -> int:
    return 2 * n


def twice_by_float(n: int) -> float:
    return 2.0 * n


def text_of(function: Callable[..., Any], *args: Any) -> str:
    with pytest.raises(ValueError) as caught:
        function(*args)
    return str(caught.value)


def explained(
    function: Callable[..., Any],
    right: Callable[..., Any],
    *observed: tuple[Value, Value],
    raised: Raised | None = None,
) -> bool:
    observations = [Observation("f", "", (arg,), {}, got, raised if got is None else None) for arg, got in observed]
    wrong: Mapping[str, Callable[..., Any]] = {"f": function}
    return explains(wrong, observations, {"f": right})


def test_the_same_exception_with_the_same_text_explains() -> None:
    raised = Raised("ValueError", text_of(no_keepdims, Z))
    assert explained(no_keepdims, row_sums, (Array(Z), None), raised=raised)


@pytest.mark.parametrize("raised", [None, Raised("ValueError", "not these shapes"), Raised("TypeError", "")])
def test_another_exception_or_none_explains_nothing(raised: Raised | None) -> None:
    assert not explained(no_keepdims, row_sums, (Array(Z), None), raised=raised)


def test_an_exception_doesn_t_excuse_another_answer_elsewhere() -> None:
    raised = Raised("ValueError", text_of(no_keepdims, Z))
    square = Array(Z[:, :4])
    assert not explained(no_keepdims, row_sums, (Array(Z), None), (square, Array(row_sums(Z[:, :4]))), raised=raised)


def test_a_count_is_compared_digit_by_digit() -> None:
    """2 * (2^61 - 1) and its nearest float are the same by any tolerance."""
    assert explained(twice_by_float, twice, (PRIME, 2.0 * PRIME))
    assert not explained(twice_by_float, twice, (PRIME, 2 * PRIME))


def test_a_variant_that_writes_into_its_argument_leaves_the_observation_alone() -> None:
    mask = np.array([[True, False], [True, True]])
    observed = Array(mask.copy())
    assert explained(negates_in_place, lambda z: z, (observed, Array(~mask)))
    assert np.array_equal(observed.data, mask)


@pytest.mark.parametrize(("got", "same"), [(1.85, True), (1.8, False), (2, False)])
def test_answers_by_hand_are_as_far_apart_as_their_check_allows(got: float, same: bool) -> None:
    observation = Observation("f", "", (), {}, got, within=(0.02, 0.0))
    assert explains({"f": lambda: 1.8502}, [observation], {"f": lambda: 1.7226}) is same


def test_an_answer_that_is_right_within_what_its_check_allows_shows_no_mistake() -> None:
    observation = Observation("f", "", (), {}, 101.0, within=(0.0, 0.03))
    assert not explains({"f": lambda: 102}, [observation], {"f": lambda: 100})


def test_a_word_is_matched_by_the_same_word() -> None:
    observation = Observation("f", "", (), {}, "decoder")
    assert explains({"f": lambda: "decoder"}, [observation], {"f": lambda: "encoder"})
    assert not explains({"f": lambda: "encoder"}, [observation], {"f": lambda: "encoder"})
    assert not explains({"f": lambda: 3.0}, [observation], {"f": lambda: "encoder"})


def test_none_in_place_of_a_second_part_is_an_answer_of_one_part() -> None:
    def pair(z: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        return 2 * z, z

    def right(z: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        return 3 * z, z

    assert explained(pair, right, (Array(Z), (Array(2 * Z), None)))
    assert not explained(pair, right, (Array(Z), (Array(4 * Z), None)))
    assert not explained(pair, right, (Array(Z), (None, Array(Z))))
