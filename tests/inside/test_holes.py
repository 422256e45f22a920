"""What is made after the holes were filled needs new memory, however much was freed before."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from grader.inside.holes import fill_holes, release
from grader.timing.memory import own_memory_limited

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="a process's memory is limited as Linux does it"),
    pytest.mark.skipif(
        "PYTEST_XDIST_WORKER" in os.environ, reason="run in a process of its own by tests/test_memory_limits_alone.py"
    ),
]

MATRIX = (3072, 3072)  # 36 MiB in float32


@pytest.fixture
def holes() -> Iterator[None]:
    """Some hundred MiB in the middle of the heap, of blocks too small to be given back to the system one by one."""
    blocks = [np.ones(12_000) for _ in range(4000)]
    del blocks[:-1]  # the last one stands between them and the top
    yield  # noqa: PT022 - the blocks live as long as the test


@pytest.fixture
def small_holes() -> Iterator[None]:
    """100 MiB in places of 50 KiB, each between two that are taken."""
    blocks = [np.ones(6_400) for _ in range(4096)]
    taken = blocks[::2]
    del blocks
    yield
    del taken


def parts_fit() -> bool:
    """28 MiB, in parts of 48 KiB."""
    with own_memory_limited(20) as limited:
        assert limited
        try:
            parts = [np.empty(6_144) for _ in range(600)]
        except MemoryError:
            return False
        return len(parts) == 600


def fits() -> bool:
    with own_memory_limited(20) as limited:
        assert limited
        try:
            np.empty(MATRIX, dtype=np.float32)
        except MemoryError:
            return False
        return True


def test_a_hole_is_used_again_whatever_the_limit(holes: None) -> None:
    """Or filling them would be for nothing."""
    assert fits()


def test_no_hole_is_left(holes: None) -> None:
    taken = fill_holes()
    try:
        assert taken
        assert not fits()
    finally:
        release(taken)


def test_what_was_taken_can_be_used_again(holes: None) -> None:
    release(fill_holes())
    assert fits()


def test_small_holes_are_used_again_by_what_comes_in_parts(small_holes: None) -> None:
    assert parts_fit()


def test_no_small_hole_is_left(small_holes: None) -> None:
    taken = fill_holes()
    try:
        assert not parts_fit()
    finally:
        release(taken)
