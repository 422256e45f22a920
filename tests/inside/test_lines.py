"""The lines of Python that a call runs: they grow with a loop, however it's written, and with nothing else."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from grader.model import Array, CallFunction, Each, Raised, Returned
from tests.fake_student import fake_student

SOURCE = """
import numpy as np
def at_once(x):
    return x * 2
def loop(x):
    rows = []
    for row in x:
        rows.append(row * 2)
    return np.array(rows)
def on_one_line(x):
    return np.array([row * 2 for row in x])
def pairs_on_one_line(x):
    return np.array([[a * 2 for a in row] for row in x])
def hidden_in_numpy(x):
    return np.apply_along_axis(lambda row: row * 2, 1, x)
def mapped(x):
    return np.array(list(map(lambda row: row * 2, x)))
def stopped(x):
    raise ValueError("not today")
"""

ask = fake_student(SOURCE)


def lines(name: str, rows: int, columns: int = 3) -> int:
    x = np.ones((1, rows, columns))
    reply = ask(Each(CallFunction(name, (Array(x),)), lines=True))
    assert isinstance(reply, Returned), reply
    assert isinstance(reply.value, int)
    return reply.value


def test_what_is_done_with_whole_arrays_takes_the_same_lines_for_any_size() -> None:
    assert lines("at_once", 5) == lines("at_once", 50) == 1


@pytest.mark.parametrize("name", ["loop", "on_one_line", "hidden_in_numpy", "mapped"])
def test_a_loop_takes_a_line_or_more_for_each_pass(name: str) -> None:
    more = lines(name, 50) - lines(name, 10)
    assert more >= 40
    assert lines(name, 50, 30) - lines(name, 50) < 40, "and none for what each pass does with whole arrays"


def test_a_loop_over_pairs_takes_a_line_or_more_for_each() -> None:
    assert lines("pairs_on_one_line", 20, 30) - lines("pairs_on_one_line", 20, 10) >= 20 * 20


def test_an_error_comes_back_as_itself_and_tracing_ends() -> None:
    before = sys.gettrace()
    reply = ask(Each(CallFunction("stopped", (Array(np.ones((1, 2, 2))),)), lines=True))
    assert isinstance(reply, Raised)
    assert reply.message == "not today"
    assert sys.gettrace() is before
