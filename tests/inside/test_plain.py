"""What leaves the student's process is what an object holds, whatever its class says."""

from __future__ import annotations

import collections
import math
from typing import Any

import numpy as np
import pytest
import torch

from grader.inside import wire
from grader.inside.plain import to_plain


class LyingInt(int):
    def __int__(self) -> int:
        return 99

    __index__ = __int__

    def __str__(self) -> str:
        return "99"


class LyingFloat(float):
    def __float__(self) -> float:
        return 99.0


class LyingText(str):
    __slots__ = ()

    def __str__(self) -> str:
        return "right"


class LyingList(list):  # type: ignore[type-arg]
    def __iter__(self) -> Any:
        return iter([99])

    def __len__(self) -> int:
        return 1


class LyingTuple(tuple):  # type: ignore[type-arg]
    __slots__ = ()

    def __iter__(self) -> Any:
        return iter([99])


class LyingDict(dict):  # type: ignore[type-arg]
    def items(self) -> Any:
        return [("right", 99)]

    def __len__(self) -> int:
        return 0


PAIR: Any = collections.namedtuple("PAIR", "a b")


@pytest.mark.parametrize(
    ("value", "plain"),
    [
        (LyingInt(7), 7),
        (LyingFloat(7.5), 7.5),
        (LyingText("wrong"), "wrong"),
        (LyingList([1, 2]), [1, 2]),
        (LyingTuple((1, 2)), [1, 2]),
        (LyingDict({"a": LyingInt(1)}), {"a": 1}),
        (collections.OrderedDict(a=1), {"a": 1}),
        (PAIR(1, 2), [1, 2]),
        (True, True),
        (None, None),
    ],
)
def test_a_subclass_is_what_its_base_holds(value: Any, plain: Any) -> None:
    got = to_plain(value)
    assert got == plain
    assert type(got) is type(plain)


def test_an_array_has_no_say_in_its_numbers() -> None:
    class Lying(np.ndarray):
        nbytes = 0

        def tobytes(self, *_: Any) -> bytes:
            return b""

        def __array__(self, *_: Any, **__: Any) -> Any:
            return np.full(3, 99.0)

        def __array_function__(self, *_: Any, **__: Any) -> Any:
            return np.full(3, 99.0)

    got = to_plain(np.zeros(3).view(Lying))
    assert isinstance(got, wire.Tensor)
    assert type(got.data) is np.ndarray
    assert got.data.tolist() == [0, 0, 0]
    assert isinstance(to_plain(np.broadcast_to(0.0, (10**5, 10**5)).view(Lying)), wire.Opaque)


def test_a_tensor_has_no_say_in_its_numbers() -> None:
    class Lying(torch.Tensor):  # type: ignore[misc]
        @classmethod
        def __torch_function__(cls, *_: Any, **__: Any) -> Any:
            return torch.full((3,), 99.0)

    got = to_plain(torch.zeros(3).as_subclass(Lying))
    assert isinstance(got, wire.Tensor)
    assert got.data.tolist() == [0, 0, 0]


def test_what_is_too_large_or_too_deep_is_told_by_name() -> None:
    deep: list[Any] = []
    for _ in range(50):
        deep = [deep]
    loop: list[Any] = []
    loop.append(loop)
    assert "sequence of 100001" in str(to_plain([0] * 100_001))
    assert "dict of" in str(to_plain(dict.fromkeys(range(10_001))))
    assert "digits" in str(to_plain(10**4000))
    assert "deeply" in str(to_plain(deep))
    assert "deeply" in str(to_plain(loop))
    assert math.isnan(to_plain(float("nan")))
