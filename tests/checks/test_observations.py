"""What is kept of an answer until the item is judged: none of many megabytes, whoever noted it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.checks import attend, modules, query_heads, student
from grader.checks.student import Settled, Student
from grader.model import Array, Call, Definition, Reply, Returned, Text

ASKED = Text("an answer of 9 MiB")
MIB = 1 << 20


def answers_at_length(call: Call) -> Reply:
    return Returned(Array(np.ones(9 * MIB, dtype=np.bool_)))


def ask_attention(one: Student) -> None:
    attend.ask(one, np.ones((3, 2)), np.ones((4, 2)), np.ones((4, 2)), asked=ASKED)


def ask_heads(one: Student) -> None:
    heads = np.ones((4, 3, 2)), np.ones((2, 3, 2)), np.ones((2, 3, 2))
    with pytest.raises(Settled):
        query_heads.attended(one, heads, ASKED)


def ask_module(one: Student) -> None:
    modules.call_module(one, "MiniGPT", "handle", np.zeros((1, 2), dtype=np.int64))


def ask_function(one: Student) -> None:
    one.call("attention", np.ones(3))


@pytest.mark.parametrize("ask", [ask_function, ask_attention, ask_heads, ask_module])
def test_an_answer_of_many_megabytes_is_let_go(monkeypatch: pytest.MonkeyPatch, ask: Callable[[Student], None]) -> None:
    """The bound is one for all ways of asking; without it, each of them would keep the answer."""
    kept = []
    for most in (student.MOST_KEPT_BYTES, 1 << 40):
        monkeypatch.setattr(student, "MOST_KEPT_BYTES", most)
        found = {name: Definition(name, "function") for name in ("attention", query_heads.FUNCTION)}
        references: Any = None
        one = Student(answers_at_length, found, "numpy", 1, references)
        ask(one)
        kept.append(sum(seen.got.data.nbytes for seen in one.observations if isinstance(seen.got, Array)))
    assert kept[0] == 0
    assert kept[1] >= 9 * MIB
