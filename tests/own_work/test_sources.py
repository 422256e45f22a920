"""Cells as Python: magics are left out, and lines keep their numbers."""

from __future__ import annotations

import ast
import time

import pytest

from grader.model import Cell
from grader.own_work.sources import read, without_magics


@pytest.mark.parametrize(
    ("line", "python"),
    [
        ("%matplotlib inline", "pass"),
        ("!pip install torch", "pass"),
        ("    %time f(x)", "    pass"),
        ("f?", "pass"),
        ("np.exp??", "pass"),
        ("?np.exp", "pass"),
        ("files = !ls", "files = None"),
        ("t = %timeit -o f(x)", "t = None"),
        ("x = a % b", "x = a % b"),
        ("x != y", "x != y"),
        ("x %= 2", "x %= 2"),
    ],
)
def test_a_line_of_ipython_becomes_a_line_of_python(line: str, python: str) -> None:
    assert without_magics(f"a = 1\n{line}\nb = 2") == f"a = 1\n{python}\nb = 2"


@pytest.mark.parametrize(("magic", "runs"), [("time", True), ("capture out", True), ("bash", False), ("timeit", False)])
def test_a_cell_magic_decides_whether_the_cell_is_read(magic: str, runs: bool) -> None:
    assert bool(read([Cell(1, f"\n%%{magic}\nx = 1")]).cells[0]) is runs


def test_python_that_looks_like_magic_is_left_alone() -> None:
    """A cell that can be read as it is isn't changed."""
    source = 'text = """\n%time\n!ls\n"""\nx = (1\n% 2)'
    (statements,) = read([Cell(1, source)]).cells
    assert ast.unparse(statements[0]) == "text = '\\n%time\\n!ls\\n'"


def test_places_lead_back_to_cell_and_line() -> None:
    """Markdown cells have numbers too; a cell that can't be read takes no lines."""
    sources = read([Cell(2, "a = 1\n\nb = 2"), Cell(3, "def f(:"), Cell(5, "c = 3\n"), Cell(9, "d = 4")])
    places = [sources.place(statement.lineno) for cell in sources.cells for statement in cell]
    assert places == [(2, 1), (2, 3), (5, 1), (9, 1)]


def test_students_warnings_are_not_ours(recwarn: pytest.WarningsRecorder) -> None:
    """Python warns of '\\d' while it parses, on our own stderr."""
    read([Cell(1, "x = '\\d'\nassert (x, 'always')")])
    assert not recwarn.list


def test_too_much_text_is_not_read() -> None:
    small, large = "a = 1\n", f"b = 2  # {'x' * 200_000}\n"
    assert read([Cell(1, large), Cell(2, small)]).numbers == (2,)
    assert len(read([Cell(n, f"c = 3  # {'x' * 180_000}\n") for n in range(1, 20)]).numbers) == 1


def test_a_long_line_beside_a_magic_takes_little_time() -> None:
    """A line of blanks was looked through once for each of its characters."""
    started = time.process_time()
    read([Cell(1, "%matplotlib inline\n" + " " * 150_000 + "\nx = (")])
    assert time.process_time() - started < 2
