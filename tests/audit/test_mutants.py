"""Which changes are made of a reference, and how they are called."""

from __future__ import annotations

import ast

import pytest

from grader.audit.mutants import functions_in, mutants_of, reachable


def changes(body: str, parameters: str = "a, b, c") -> list[str]:
    """What the mutants of a function with this body are called."""
    lines = "\n".join(f"    {line}" for line in body.splitlines())
    return [mutant.change for mutant in mutants_of(f"def f({parameters}):\n{lines}\n", {"f"})]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("return a + b", ["return a - b"]),
        ("return a - b", ["return a + b", "return b - a"]),
        ("return a * b", ["return a / b", "return a + b"]),
        ("return a @ b", ["return a * b", "return b @ a"]),
        ("return a < b", ["return a <= b", "return a >= b"]),
        ("return a is None", ["return a is not None"]),
        ("return a and b", ["return a or b"]),
        ("return not a", ["return a"]),
        ("return -a", ["return a"]),
        ("return True", ["return False"]),
        ("return 3", ["return 2", "return 4"]),
        ("return 0.5", ["return 0.25", "return 1.0"]),
        (
            "return a.sum(axis=-1)",
            ["return a.sum()", "return a.mean(axis=-1)", "return a.sum(axis=-2)", "return a.sum(axis=0)"],
        ),
        ("return g(a, b)", ["return g(b, a)"]),
        ("return g(a, a)", []),
        ("return np.maximum(a, b)", ["return np.minimum(a, b)"]),
        ("return a[b:]", ["return a[:b]"]),
        ("return 'text'", []),
    ],
)
def test_an_expression_is_changed_in_each_way(line: str, expected: list[str]) -> None:
    assert sorted(changes(line)) == sorted(expected)


def test_statements_are_dropped_where_all_names_remain() -> None:
    found = changes("d = a\na = b\nif c:\n    raise ValueError(a + 1)\nd += c\nd[c] = a\nreturn d")
    assert [change for change in found if change.startswith("without")] == [
        "without a = b",
        "without if c:",
        "without raise ValueError(...)",
        "without d += c",
        "without d[c] = a",
    ]


def test_messages_docstrings_and_annotations_stay() -> None:
    assert changes('"""Adds 1 + 1."""\nx: "tuple[1]" = a\nreturn x', "a: 2") == []
    assert changes("raise ValueError(a + 1)") == ["without raise ValueError(...)"]


def test_a_default_is_named_by_its_parameter() -> None:
    assert changes("return a", "a, axis=-1, eps=2.0") == ["axis=0", "axis=-2", "eps=4.0", "eps=1.0"]


def test_equal_changes_of_different_lines_have_different_names() -> None:
    found = changes("a = b + c\na = b + c\nreturn a")
    assert len(found) == len(set(found))
    assert "a = b - c  # 2" in found


def test_each_mutant_differs_in_its_function_only() -> None:
    source = "def f(a):\n    return a + 1\n\n\ndef g(a):\n    return a + 1\n"
    mutants = list(mutants_of(source, {"f"}))
    assert {mutant.function for mutant in mutants} == {"f"}
    for mutant in mutants:
        before, after = ast.parse(source), mutant.tree
        assert ast.dump(functions_in(before)["g"]) == ast.dump(functions_in(after)["g"])
        assert ast.dump(functions_in(before)["f"]) != ast.dump(functions_in(after)["f"])


def test_only_what_a_role_reaches_is_what_students_write() -> None:
    tree = ast.parse("def f(a):\n    return g(a)\n\ndef g(a):\n    return a\n\ndef h(a):\n    return f(a)\n")
    assert reachable(tree, {"f", "not_here"}) == {"f", "g"}
