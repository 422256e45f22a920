"""Whatever text it is: either its tree, or a SyntaxError."""

from __future__ import annotations

import ast

import pytest

from grader.model.python_source import syntax_tree

UNREADABLE = {
    "a bracket": "f(",
    "NUL": "x = 1\0",
    "a surrogate": "\ud800 = 1",
    "brackets": "(" * 1000 + ")" * 1000,
    "operators": "-" * 100_000 + "1",
    "branches": "if x == 0:\n    pass\n" + "elif x == 0:\n    pass\n" * 20_000,
}


@pytest.mark.parametrize("what", UNREADABLE)
def test_what_cannot_be_read_is_a_syntax_error(what: str) -> None:
    with pytest.raises(SyntaxError):
        syntax_tree(UNREADABLE[what])


def test_after_that_the_next_text_is_read() -> None:
    for text in UNREADABLE.values():
        with pytest.raises(SyntaxError):
            syntax_tree(text)
        assert ast.unparse(syntax_tree("x = '\\d' + 1")) == "x = '\\\\d' + 1"


@pytest.mark.parametrize("times", [1, 2, 9])
def test_a_reader_that_lost_count_is_asked_once_more(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """CPython's own fault, and none of the text."""
    parse, failures = ast.parse, iter(range(times))

    def losing_count(text: str) -> ast.Module:
        if next(failures, None) is not None:
            raise SystemError("AST constructor recursion depth mismatch")
        return parse(text)

    monkeypatch.setattr(ast, "parse", losing_count)
    if times == 1:
        assert ast.unparse(syntax_tree("x = 1")) == "x = 1"
    else:
        with pytest.raises(SyntaxError):
            syntax_tree("x = 1")
