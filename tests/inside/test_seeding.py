"""Questions start from the seed that they come with, and seeding costs next to nothing."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from grader.model import Array, CallFunction, Repeated, Returned
from tests.fake_student import fake_student

SOURCE = """
import random
import numpy as np
import torch


def drawn():
    return [random.random(), float(np.random.rand()), float(torch.rand(()))]


def halved(x):
    x *= 0.5
    return x + 0
"""


def test_each_generator_starts_from_the_seed() -> None:
    """Python's, NumPy's and torch's global generators give the same numbers for a seed, and others for another."""
    ask = fake_student(SOURCE)
    once, again, other = (ask(CallFunction("drawn", seed=seed)) for seed in (3, 3, 4))
    assert once == again
    assert isinstance(once, Returned)
    assert isinstance(other, Returned)
    assert isinstance(once.value, tuple)
    assert isinstance(other.value, tuple)
    assert all(a != b for a, b in zip(once.value, other.value, strict=True))
    torch.manual_seed(3)
    assert once.value[2] == float(torch.rand(()))


@pytest.mark.skipif(torch.cuda.is_available(), reason="without a device only, calls for it are kept for later")
def test_nothing_is_kept_for_devices_that_are_not_there() -> None:
    """A seed for a device that isn't there would be kept for the day that it comes: with each question, for ever."""
    ask = fake_student(SOURCE)
    before = len(torch.cuda._queued_calls)
    for seed in range(3):
        ask(CallFunction("drawn", seed=seed))
    assert len(torch.cuda._queued_calls) == before


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_no_call_of_many_sees_what_another_did_to_its_argument(library: str) -> None:
    given = Array(np.ones(3, dtype=np.float32), library)  # type: ignore[arg-type]
    reply = fake_student(SOURCE)(Repeated(CallFunction("halved", (given,)), 3))
    assert isinstance(reply, Returned)
    assert isinstance(reply.value, tuple)
    assert [value.data.tolist() for value in reply.value if isinstance(value, Array)] == [[0.5] * 3] * 3
