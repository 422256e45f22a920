"""What an exception says is shown as text of a sensible length, whatever a library makes of terminals."""

from __future__ import annotations

import pytest

from grader.checks.student import settled_by
from grader.model import CallFunction, Raised
from tests.fake_student import fake_student

STYLED = r"\x1b[1mbold\x1b[0m \x1b]8;;https://x.org\x1b\\a link\x1b]8;;\x1b\\, \x9b31mred\x1b(B"


def test_the_styles_of_a_terminal_are_no_part_of_an_errors_text() -> None:
    raised = fake_student(f"def f():\n    raise ValueError('{STYLED}')")(CallFunction("f"))
    assert isinstance(raised, Raised)
    assert raised.message == "bold a link, red"


@pytest.mark.parametrize(
    ("message", "shown"),
    [
        ("short", "short"),
        ("for MiniGPT:\n\tMissing key(s)\n\tand others", "for MiniGPT: Missing key(s) and others"),
        ("This is one sentence. " * 8 + "another " * 60, ("This is one sentence. " * 8).rstrip()),
        ("It is new in " + "v2.6 " * 40 + "(1)! " + "other " * 100, "It is new in " + "v2.6 " * 40 + "(1)!"),
        ("line " * 30 + "\n\tand " + "more " * 100, ("line " * 30).rstrip()),
        ("No. " + "word " * 100, "No. " + "word " * 78 + "word…"),
        ("word " * 100, "word " * 79 + "word…"),
        ("x" * 500, "x" * 399 + "…"),
    ],
)
def test_a_long_text_ends_where_a_sentence_does(message: str, shown: str) -> None:
    raised = Raised("ValueError", message)
    assert raised.in_brief(400) == shown
    assert str(settled_by(raised, "f()").message) == f"f(): ValueError: {shown}"
