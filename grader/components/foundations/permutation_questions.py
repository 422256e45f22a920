"""The functions about which ``permutation_experiment`` is asked, and what the right answers are.

Some of the questions belong to checks; the others, `signs`, only tell known mistakes apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from grader.checks.student import Student
from grader.model import Array, Text, Value

__all__ = ["EQUIVARIANT", "EXCHANGED", "D", "N", "Question", "questions", "rows_of_an_exchange", "signs"]

Numbers = NDArray[np.float64]
N, D = 7, 4
# A cycle through all tokens, so that it isn't its own inverse; and one that is.
CYCLE = (2, 4, 6, 1, 0, 3, 5)
EXCHANGES = (3, 5, 6, 0, 4, 1, 2)
NEIGHBOURS = (1, 0, 2, 3, 4, 5, 6)
FIRST_STAYS = (0, 2, 3, 4, 5, 6, 1)

# To which questions True is the answer.
EQUIVARIANT = frozenset({"each", "mixing", "mixing, exchanges", "positions alike", "rounding"})
# Two outputs that change places, whatever stands in them, and how the tokens are permuted.
EXCHANGED: Mapping[str, tuple[tuple[int, int], tuple[int, ...]]] = {
    "one row": ((0, 1), CYCLE),
    "another row": ((N - 3, N - 2), CYCLE),
    "last row": ((N - 2, N - 1), CYCLE),
    # Three rows of the seven each, and all of them together.
    "rows 0 to 2": ((1, 2), (1, 0, 2, 3, 4, 5, 6)),
    "rows 3 to 5": ((4, 5), (0, 1, 2, 4, 3, 5, 6)),
    "rows 5 to 0": ((6, 0), (0, 1, 2, 3, 4, 6, 5)),
}


def rows_of_an_exchange(name: str) -> frozenset[int]:
    """Those in which f(P X) and P f(X) differ."""
    (one, other), permutation = EXCHANGED[name]
    places = {one: other, other: one}
    # Row i holds token permutation[places(i)] on one side, and token places(permutation[i]) on the other.
    return frozenset(i for i in range(N) if permutation[places.get(i, i)] != places.get(permutation[i], permutation[i]))


@dataclass(frozen=True, eq=False)
class Question:
    """`options` make the function; `asked` says what it is."""

    options: Mapping[str, Value]
    tokens: Numbers
    permutation: tuple[int, ...]
    asked: Text


def questions(student: Student) -> dict[str, Question]:
    """By name."""
    dice = student.dice("functions")
    tokens = dice.normal(0, 1, (N, D))
    matrix = Array(dice.normal(0, 0.4, (D, D)))
    positions = dice.normal(0, 1, (N, D))
    far = dice.uniform(2, 4, (N, D))
    # Numbers near 3 are 2e-7 apart in float32.
    crumbs = dice.uniform(1, 2, (N, D)) * (1e-12 if student.library == "numpy" else 3e-7)
    mixing: dict[str, Value] = {"matrix": matrix, "decimals": 9}
    return {
        **_equivariant(mixing, tokens, positions),
        **_out_of_place(student, mixing, tokens),
        **_fixed(student, tokens, positions),
        "rounding": Question(
            _averaging(crumbs),
            far,
            CYCLE,
            Text("a function whose outputs differ in the last digits only, by rounding"),
        ),
    }


def _equivariant(mixing: dict[str, Value], tokens: Numbers, positions: Numbers) -> dict[str, Question]:
    """Outputs that move with their tokens, and the same with positions, that don't."""
    alike = positions.copy()
    alike[1] = alike[0]
    return {
        "each": Question({}, tokens, CYCLE, Text("a function that doubles each token")),
        "mixing": Question(mixing, tokens, CYCLE, Text("attention without positions")),
        "mixing, exchanges": Question(
            mixing, tokens, EXCHANGES, Text("attention without positions, tokens exchanged in pairs")
        ),
        "positions": Question(
            {**mixing, "before": Array(positions)}, tokens, CYCLE, Text("attention with positions added")
        ),
        "positions alike": Question(
            {**mixing, "before": Array(alike)},
            tokens,
            NEIGHBOURS,
            Text("attention with positions, the same one for the two tokens that change places"),
        ),
    }


def _out_of_place(student: Student, mixing: dict[str, Value], tokens: Numbers) -> dict[str, Question]:
    """Two outputs that are exchanged, two features of each that belong to places, or one number that does."""
    # Neither the first feature of a row nor its mean shows it.
    feature = np.outer(student.dice("feature").permutation(np.linspace(-1.5, 1.5, N)), [0.0, 1.0, -1.0, 0.0])
    number = np.zeros((N, D))
    number[2, 1] = 4.0
    said = {
        "one row": Text("attention whose first two outputs are exchanged"),
        "another row": Text("attention with two outputs exchanged that are neither the first nor the last"),
        "last row": Text("attention whose last two outputs are exchanged"),
    }
    return {
        **{name: _exchanged(name, mixing, tokens, asked) for name, asked in said.items()},
        "one feature": Question(
            {**mixing, "after": Array(feature)},
            tokens,
            CYCLE,
            Text("attention of whose outputs two features belong to places, and the first one and the mean don't"),
        ),
        "one number": Question(
            {**mixing, "after": Array(number)},
            tokens,
            CYCLE,
            Text("attention of whose outputs a single number belongs to a place"),
        ),
    }


def _exchanged(name: str, mixing: dict[str, Value], tokens: Numbers, asked: Text) -> Question:
    rows, permutation = EXCHANGED[name]
    return Question({**mixing, "exchanged": rows}, tokens, permutation, asked)


def _fixed(student: Student, tokens: Numbers, positions: Numbers) -> dict[str, Question]:
    """Outputs that stay where they are in whatever order the tokens come."""
    # Much more than rounding, and much less than an output.
    little = student.dice("a little").permutation(np.linspace(-0.05, 0.05, N * D)).reshape(N, D)
    return {
        "fixed": Question(
            _averaging(positions),
            tokens,
            CYCLE,
            Text("a function whose outputs stay as they are in whatever order the tokens come"),
        ),
        "fixed by a little": Question(
            _averaging(little),
            tokens,
            CYCLE,
            Text("a function whose outputs differ by some hundredths, and stay as they are"),
        ),
    }


def _averaging(table: Numbers) -> Mapping[str, Value]:
    """The mean of all tokens, with a row of `table` (n, d) added in each place."""
    return {"mean": True, "decimals": 9, "after": Array(table)}


def signs(student: Student) -> dict[str, Question]:
    """Questions that belong to no check, to each of which True is the answer under few mistakes only."""
    dice = student.dice("signs")
    tokens, positions = dice.normal(0, 1, (N, D)), dice.normal(0, 1, (N, D))
    mixing: dict[str, Value] = {"matrix": Array(dice.normal(0, 0.4, (D, D))), "decimals": 9}
    asked = Text("a function of tokens")
    thirds = ("rows 0 to 2", "rows 3 to 5", "rows 5 to 0")
    return {
        **{name: _exchanged(name, mixing, tokens, asked) for name in thirds},
        "fixed, exchanges": Question(_averaging(positions), tokens, EXCHANGES, asked),
        "fixed, the first stays": Question(_averaging(positions), tokens, FIRST_STAYS, asked),
        # The tokens as they stand are all given the same output.
        "alike as they stand": Question({"after": Array(1.0 - 2.0 * tokens)}, tokens, CYCLE, asked),
    }
