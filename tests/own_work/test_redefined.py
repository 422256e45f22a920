"""A name that two cells define is told of where points were lost, with the cells; the later one counts."""

from __future__ import annotations

import textwrap
from fractions import Fraction

import pytest

from grader.components import COMPONENTS
from grader.judging import inspect_notebook, judge_item
from grader.model import Cell, CellOutcome, CheckEntry, Execution, Item, ItemGrade, Submission
from tests.components.judged import IMPORTS, references
from tests.fake_student import fake_student

RIGHT = "def soft(x):\n    e = np.exp(x - x.max(-1, keepdims=True))\n    return e / e.sum(-1, keepdims=True)"
WRONG = "def soft(x):\n    e = np.exp(x - x.max(-1, keepdims=True))\n    return e"
CALLS = "def softmax(x):\n    return soft(x)"


def graded(*cells: str, failed: tuple[int, ...] = ()) -> ItemGrade:
    """softmax in a notebook of these cells, which begin at number 2."""
    sources = [IMPORTS, *map(textwrap.dedent, cells)]
    ask = fake_student(*sources)
    outcomes = tuple(CellOutcome(n, 0.0, "ValueError" if n in failed else "") for n in range(1, len(sources) + 1))
    checks = tuple(CheckEntry(id_, Fraction(1), False) for id_ in COMPONENTS["softmax"].check_ids)
    return judge_item(
        Item("softmax", {"en": "softmax"}, "softmax", Fraction(len(checks)), checks),
        ask,
        inspect_notebook(ask),
        references(),
        lambda component: (),
        1,
        Submission("x.ipynb", "", tuple(Cell(n, source) for n, source in enumerate(sources, 1)), {}),
        Execution("none", outcomes, (), 0.0, True),
    ).grade


def test_what_a_lost_item_uses_is_named_with_its_cells() -> None:
    (note,) = graded(RIGHT, CALLS, WRONG).notes
    assert str(note) == (
        "`soft` is defined in more than one cell (2, 4); as in Jupyter, the last one counts, for all of the notebook's "
        "code."
    )


@pytest.mark.parametrize(
    "cells",
    [
        pytest.param((WRONG, CALLS, RIGHT), id="nothing was lost"),
        pytest.param((WRONG, CALLS, WRONG), id="both are the same"),
        pytest.param((WRONG, CALLS, WRONG.replace("soft", "other")), id="nothing is defined twice"),
        pytest.param(
            (WRONG, CALLS, "class A:\n    def soft(x):\n        return x"), id="a method is no name of its own"
        ),
    ],
)
def test_there_is_nothing_to_say(cells: tuple[str, ...]) -> None:
    assert graded(*cells).notes == ()


def test_nothing_is_said_of_a_cell_that_stopped() -> None:
    assert graded(RIGHT, CALLS, WRONG, failed=(4,)).notes == ()


def test_a_number_that_python_refuses_to_write_is_no_error_of_ours() -> None:
    huge = WRONG.replace("return e", "return e + 0 * 0x" + "f" * 5000)
    (note,) = graded(RIGHT, CALLS, huge).notes
    assert "(2, 4)" in str(note)


def test_of_very_many_cells_the_last_are_shown() -> None:
    (note,) = graded(CALLS, *[RIGHT.replace("e =", f"a{n} = 0; e =") for n in range(20)], WRONG).notes
    assert "(..., 18, 19, 20, 21, 22, 23)" in str(note)
