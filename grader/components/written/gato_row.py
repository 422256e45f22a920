"""Exercise 6.1: the row of "gato" in the worked example, by hand: its scores, its weights and its output.

The example's matrix A is symmetric, and the row of "el" stands worked out in the notebook; the row of "gato" differs
from it.  Scores are right before or after the division by √d_k: only the weights tell whether it was done.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from grader.checks.answers import row_of
from grader.checks.claim import Claim
from grader.checks.student import Settled, Student, number_text
from grader.compare import Tolerance, compare
from grader.components.component import Component, Form, Role
from grader.model import Text

__all__ = ["COMPONENT"]

Row = NDArray[np.float64]

SCORES, WEIGHTS, OUTPUT = "gato_scores", "gato_weights", "gato_output"
WORDS = ("el", "gato", "duerme")

# One decimal of a score (2.8 and 1.4), two of a weight, rounded or cut off.  The output mixes values of 0 to 2 with
# three such weights, so their errors add up.  The nearest known mistakes are 0.09 off in a weight, 0.12 in the output.
_SCORES, _WEIGHTS, _OUTPUT = Tolerance(0.05, 0), Tolerance(0.011, 0), Tolerance(0.03, 0)


def scores(student: Student) -> Text | None:
    got = row_of(student, SCORES, 3, _SCORES, WORDS)
    expected: Row = student.references.gato_row.gato_scores()
    if _same(expected, got, _SCORES) or _same(np.sqrt(2) * expected, got, _SCORES):
        return None
    if _same(expected[[1, 0, 2]], got, _SCORES) or _same(np.sqrt(2) * expected[[1, 0, 2]], got, _SCORES):
        student.suspect("gato_row/row_of_el")
    return Text(
        'The scores of "gato" are its query times each key; {got} aren\'t these. One decimal is enough.',
        {"got": _numbers(got)},
    )


def weights(student: Student) -> Text | None:
    got = row_of(student, WEIGHTS, 3, _WEIGHTS, WORDS)
    if _same(student.references.gato_row.gato_weights(), got, _WEIGHTS):
        return None
    values: dict[str, str | int | float | Text] = {"got": _numbers(got), "total": number_text(float(got.sum()))}
    if _is_undivided(student, got):
        student.suspect("gato_row/not_divided_by_the_sum")
    if not abs(got.sum() - 1) <= 0.03:
        return Text('The weights of "gato": {got} add up to {total}; the weights of a row add up to 1.', values)
    return Text(
        'The weights of "gato": {got} add up to 1, but aren\'t the softmax of its scores. By hand two decimals are '
        "enough, rounded or cut off.",
        values,
    )


def output(student: Student) -> Text | None:
    got = row_of(student, OUTPUT, 2, _OUTPUT)
    if _same(student.references.gato_row.gato_output(), got, _OUTPUT):
        return None
    own = _own_weights(student)
    if own is not None and _follows(student, own, got):
        student.note(Text("The output follows from your own weights: what is wrong with those isn't counted twice."))
        return None
    return Text(
        'The output of "gato" is the values mixed by its weights; {got} isn\'t that. Up to 0.03 apart counts as the '
        "same, since rounded weights add up their errors.",
        {"got": _numbers(got)},
    )


def _follows(student: Student, weights: Row, got: Row) -> bool:
    """The larger the weights, the larger are the errors of rounded ones."""
    return _same(
        weights @ student.references.gato_row.values(), got, Tolerance(0.03 * max(1.0, float(weights.sum())), 0)
    )


def _own_weights(student: Student) -> Row | None:
    """The student's weights where they are a softmax's in form: positive, in the scores' order, and adding up to 1,
    unless it's only the division that they lack.
    """
    try:
        own = row_of(student, WEIGHTS, 3, _WEIGHTS, WORDS)
    except Settled:
        return None
    finally:
        student.observations[1:] = []  # they were judged by their own check
    el, gato, duerme = own
    in_form = abs(own.sum() - 1) <= 0.03 and el - 0.01 > duerme > gato + 0.01 >= 0.01
    return own if in_form or _is_undivided(student, own) else None


def _is_undivided(student: Student, weights: Row) -> bool:
    """Are they the exponentials of the scores, before or after the division by √d_k, to two digits?"""
    exact: Row = student.references.gato_row.gato_scores()
    return any(_same(np.exp(scale * exact), weights, Tolerance(0.05, 0.03)) for scale in (1.0, np.sqrt(2)))


def _same(expected: Row, got: Row, tolerance: Tolerance) -> bool:
    return compare(expected, got, tolerance).same


def _numbers(row: Row) -> str:
    return f"({', '.join(f'{number:.4g}' for number in row)})"


COMPONENT = Component(
    "gato_row",
    (
        Form(
            "python",
            Text("variables"),
            "numpy",
            (
                Role(SCORES, "value", (), 0, ("puntuaciones_gato", "scores_gato"), optional=True),
                Role(WEIGHTS, "value", (), 0, ("pesos_gato", "weights_gato"), optional=True),
                Role(OUTPUT, "value", (), 0, ("salida_gato", "output_gato"), optional=True),
            ),
            (
                Claim("scores", Text("the three scores"), scores),
                Claim("weights", Text("the three weights"), weights),
                Claim("output", Text("the output"), output),
            ),
        ),
    ),
)
