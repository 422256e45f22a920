"""The student's own code around a fault."""

from __future__ import annotations

import dataclasses

import pytest

from grader.excerpts import LONGEST_DEFINITION, with_excerpts
from grader.model import Cell, Definition, Definitions, Excerpt, ItemState, NoReply, Place, Verdict
from grader.model.definitions import Kind
from tests.reports.sample_report import check, item


def excerpts(
    source: str, line: int | None = 1, *places: Place, cell: int | None = 4, kind: Kind = "function"
) -> tuple[Excerpt, ...]:
    """Those of an item found as `f`, which the process says stands in `cell`, `line`, of a notebook with `source`."""
    checks = [
        dataclasses.replace(check(f"c{n}", Verdict.RAISED, 0, 1), place=place) for n, place in enumerate(places)
    ] or [check("values", Verdict.WRONG, 0, 1)]
    grade = item("x", {"en": "X"}, ItemState.FAILED, *checks, found_as={"f": "f"})
    known = Definitions({"f": Definition("f", kind, cell=cell, line=line)})
    return with_excerpts([grade], known, [Cell(4, source)])[0].excerpts


@pytest.mark.parametrize(
    ("source", "line", "last"),
    [
        ("def f(x):\n    return x\ny = 1", 1, "    return x"),
        ("import numpy\n\ndef f(x):\n\n    return x\n\n\ny = 1", 3, "    return x"),
        ("@cache\ndef f(\n    x,\n):\n    return x\nf(1)", 1, "    return x"),
        ("def f(x):\n\tif x:\n\t\treturn 1\n# a comment\n\treturn 2\nprint()", 1, "\treturn 2"),
        ("class A:\n    def f(x):\n        return x\n    def g(x):\n        pass", 2, "        return x"),
        ("f = lambda x: x\ng = 2", 1, "f = lambda x: x"),
        ("def f(x): return x", 1, "def f(x): return x"),
    ],
)
def test_a_definition_is_shown_from_its_first_line_to_its_last(source: str, line: int, last: str) -> None:
    (found,) = excerpts(source, line)
    assert (found.cell, found.first_line, found.name, found.left_out) == (4, line, "f", 0)
    assert found.lines[0] == source.split("\n")[line - 1]
    assert found.lines[-1] == last


def test_long_definitions_and_long_lines_are_cut_and_say_so() -> None:
    (found,) = excerpts("def f():\n" + "\n".join(f"    x = {n}" for n in range(100)))
    assert len(found.lines) == LONGEST_DEFINITION
    assert found.left_out == 101 - LONGEST_DEFINITION
    (found,) = excerpts("def f(): return '" + "a" * 5000 + "'")
    assert len(found.lines[0]) < 310
    assert found.lines[0].endswith("...")


def test_a_place_outside_the_definition_gets_the_lines_around_it() -> None:
    source = "\n".join(f"line {n}" for n in range(1, 21))
    definition, around = excerpts(source, 1, Place(4, 10), Place(4, 11))
    assert definition.name == "f"
    assert (around.name, around.first_line, around.lines[0], around.lines[-1]) == ("", 7, "line 7", "line 13")


@pytest.mark.parametrize(("cell", "line"), [(5, 1), (4, 0), (4, 99), (None, None), (10**8, 10**8)])
def test_a_place_that_the_notebook_does_not_have_is_left_out(cell: int | None, line: int | None) -> None:
    """The student's process says where things are, and may say anything."""
    assert excerpts("def f(x):\n    return x", line, cell=cell) == ()
    place = Place(cell or 0, line or 0)
    assert [e.name for e in excerpts("def f(x):\n    return x", 1, place)] == ["f"]


def test_an_item_that_lost_nothing_shows_no_code_and_nor_does_one_that_nobody_could_look_at() -> None:
    whole = item("x", {"en": "X"}, ItemState.PASSED, check("values", points=1), found_as={"f": "f"})
    lost = item("x", {"en": "X"}, ItemState.FAILED, check("values", Verdict.CRASHED, 0, 1), found_as={"f": "f"})
    cells = [Cell(4, "def f(x):\n    return x")]
    known = Definitions({"f": Definition("f", "function", cell=4, line=1)})
    assert with_excerpts([whole], known, cells)[0].excerpts == ()
    assert with_excerpts([lost], NoReply(Verdict.CRASHED), cells)[0].excerpts == ()


MODULE = ["import torch", "class f(nn.Module):", "    def __init__(self):", "        self.w = 1", ""]
FORWARD = ["    def forward(self, x):", "        return x", ""]


def test_of_a_class_all_is_shown_where_that_is_short() -> None:
    """A process only tells where a class's first method stands; the fault may be in any."""
    (found,) = excerpts("\n".join([*MODULE, *FORWARD, "f()"]), 3, kind="class")
    assert (found.first_line, found.name) == (2, "f")
    assert found.lines[-1] == "        return x"


@pytest.mark.parametrize("method", ["forward", "__call__", "step"])
def test_of_a_long_class_the_method_is_shown_that_is_called(method: str) -> None:
    long = [*MODULE[:4], *(f"        self.w{n} = {n}" for n in range(50)), ""]
    main = [line.replace("forward", method) for line in FORWARD]
    (found,) = excerpts("\n".join([*long, *main, "f()"]), 3, kind="class")
    assert found.name == f"f.{method}"
    assert found.lines == (main[0], main[1])
    assert found.left_out == 0


def test_a_class_whose_methods_stand_elsewhere_is_shown_from_its_place() -> None:
    (found,) = excerpts("def method(self):\n    return 1\nf = type('f', (), {'m': method})", 1, kind="class")
    assert found.lines == ("def method(self):", "    return 1")
