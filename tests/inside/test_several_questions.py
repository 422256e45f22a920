"""Several questions in one, and a module some of whose parameters are zero while it is asked."""

from __future__ import annotations

from typing import Any

import numpy as np

from grader.diagnose.without_return import NothingReturned
from grader.model import Array, BuildModule, CallModule, Overheard, Raised, ReadParameters, Returned, Several, WithZeros
from tests.fake_student import fake_student

SOURCE = """
import torch
class Scaled(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = (torch.nn.Parameter(torch.full((2, 2), value)) for value in (3.0, 5.0))
        self.inner = torch.nn.Identity()
    def forward(self, x):
        if x.isnan().any():
            raise ArithmeticError("not a number")
        return self.inner(x @ self.a) + self.b
class Silent(torch.nn.Module):
    def forward(self, x):
        y = x + 1
"""
ONES = CallModule("m", (Array(np.ones((1, 2), dtype=np.float32), "torch"),))
NAN = CallModule("m", (Array(np.full((1, 2), np.nan, dtype=np.float32), "torch"),))


def asked(call: Any, class_name: str = "Scaled") -> Any:
    """The reply, and what the parameters hold afterwards."""
    ask = fake_student(SOURCE)
    ask(BuildModule("m", class_name))
    reply = ask(call)
    after = ask(ReadParameters("m"))
    assert isinstance(after, Returned)
    return reply, [float(value.data[0, 0]) for value in after.value]  # type: ignore[union-attr]


def numbers(reply: Any) -> list[float]:
    assert isinstance(reply, Returned), reply
    return [float(value.data[0, 0]) for value in reply.value]  # type: ignore[union-attr]


def test_all_are_answered_in_their_order_each_with_its_own_parameters_at_zero() -> None:
    calls = (WithZeros("m", (0,), ONES), ONES, WithZeros("m", (1,), ONES), WithZeros("m", (0, 1), ONES))
    reply, after = asked(Several(calls))
    assert numbers(reply) == [5.0, 11.0, 6.0, 0.0]
    assert after == [3.0, 5.0]


def test_one_that_raises_is_the_reply_and_the_parameters_are_back() -> None:
    reply, after = asked(Several((ONES, WithZeros("m", (0,), NAN))))
    assert isinstance(reply, Raised)
    assert reply.type_name == "ArithmeticError"
    assert after == [3.0, 5.0]


def test_a_module_may_be_built_first_and_not_described() -> None:
    calls = (BuildModule("n", "Scaled", described=False), CallModule("n", ONES.args))
    reply, _ = asked(Several(calls))
    assert isinstance(reply, Returned)
    assert isinstance(reply.value, tuple)
    built, called = reply.value
    assert built is None
    assert float(called.data[0, 0]) == 11.0  # type: ignore[union-attr]


def test_only_the_modules_at_the_paths_are_listened_to() -> None:
    for paths, count in (((), 1), (("inner",), 1), (("other",), 0)):
        reply, _ = asked(Several((WithZeros("m", (1,), Overheard("m", ONES, paths)),)))
        assert isinstance(reply, Returned)
        body: Any = reply.value
        assert [len(each["heard"]) for each in body] == [count]


def test_a_module_that_gives_nothing_is_noticed_among_several_too() -> None:
    ask = NothingReturned(fake_student(SOURCE))
    for class_name in ("Scaled", "Silent"):
        ask(BuildModule("m", class_name))
        ask(Several((ONES, WithZeros("m", (), ONES))))
    assert list(ask.names) == [("Silent", "forward"), ("Silent", "__call__")]
