"""What breaks in our own code is our fault: never a student's zero."""

from __future__ import annotations

import pytest

from grader.inside import agent
from grader.model import CallFunction, NoReply, Raised, Verdict
from tests.fake_student import fake_student


def test_a_name_that_our_own_code_lacks_is_ungradable(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = fake_student("def f():\n    return 1")
    monkeypatch.delattr(agent, "_kept_weights")
    reply = ask(CallFunction("f"))
    assert isinstance(reply, NoReply)
    assert reply.verdict is Verdict.UNGRADABLE
    assert "_kept_weights" in reply.detail


@pytest.mark.parametrize(
    ("source", "type_name"),
    [
        ("def f():\n    return nothing_of_that_name", "NameError"),
        ("def f(a, b):\n    return a", "TypeError"),
        ("def f():\n    assert False", "AssertionError"),
        ("f = 3", "AttributeError"),
        ("g = 3", "NameError"),
    ],
)
def test_what_the_students_code_raises_stays_theirs(source: str, type_name: str) -> None:
    reply = fake_student(source)(CallFunction("f"))
    assert isinstance(reply, Raised)
    assert reply.type_name == type_name
