"""What is told of a question without an answer: nothing of the grader's own parts, and all of it in Spanish too."""

from __future__ import annotations

import pytest

from grader.checks.endings import told
from grader.model import NoReply, Verdict

OURS = [
    "not a frame",
    "frame cut off",
    "unknown tag",
    "The reply is malformed.",
    "array of an unknown dtype",
    "41 bytes",
]


@pytest.mark.parametrize("detail", OURS)
def test_what_is_wrong_with_the_bytes_is_not_told(detail: str) -> None:
    said = str(told(NoReply(Verdict.UNREADABLE, detail), "softmax"))
    assert detail not in said
    assert "interferes with how its process hands answers over" in said


def test_a_students_own_exception_is_told() -> None:
    assert "TypeError: no len()" in str(told(NoReply(Verdict.UNREADABLE, "TypeError: no len()"), "softmax"))


@pytest.mark.parametrize(
    "detail", ["The time for this submission is used up.", "5 s of processor time", "more than 2048 MiB"]
)
def test_a_limit_is_told_in_a_message_that_can_be_translated(detail: str) -> None:
    said = told(NoReply(Verdict.SKIPPED, detail), "softmax")
    assert not isinstance(said.values["detail"], str)
    assert detail in str(said)


@pytest.mark.parametrize("detail", ["SIGSEGV", "(5 s)", ""])
def test_anything_else_is_told_as_it_is(detail: str) -> None:
    assert str(told(NoReply(Verdict.CRASHED, detail), "softmax")).endswith(detail)
