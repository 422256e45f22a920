"""Exercise 6.2: a W_Q or a W_K with which "duerme" looks at "gato" most.  Any matrix that does so is right.

The attention is computed on our side, with the example's matrix in the place of one that wasn't given.  In the
example itself "duerme" looks at all three words alike, so that nothing that leaves it as it is can pass.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from grader.checks.answers import answer_of
from grader.checks.claim import Claim
from grader.checks.quantities import with_texts_read
from grader.checks.student import Settled, Student, shape_text
from grader.components.component import Component, Form, Role
from grader.model import Text, Verdict
from grader.model.text import in_code

__all__ = ["COMPONENT"]

Matrix = NDArray[np.float64]

QUERIES, KEYS = "look_W_Q", "look_W_K"
EL, GATO, DUERME = 0, 1, 2
# A tie isn't a look; float32 and rounding make a difference where there is none.
_VISIBLE = 1e-3


def duerme_looks_at_gato(student: Student) -> Text | None:
    given = {role: _matrix(student, role) for role in (QUERIES, KEYS) if _is_there(student, role)}
    if not given:
        answer_of(student, QUERIES if QUERIES in student.found else KEYS)  # says what is missing
    attentions = list(_attentions(student, given))
    if not attentions:
        return Text("The queries and the keys differ in width; a dot product needs as many numbers of each, here 2.")
    if any(_looks_most(A, DUERME, GATO) for A in attentions):
        return None
    A = attentions[0]
    if _looks_most(A, GATO, DUERME):
        student.suspect("look_matrix/gato_looks_at_duerme")
    elif A[DUERME, GATO] < np.delete(A[DUERME], GATO).min() - _VISIBLE:
        student.suspect("look_matrix/looks_away")
    elif np.ptp(A[DUERME]) <= _VISIBLE:
        student.suspect("look_matrix/nothing_changed")
    return Text(
        'With {names}, the attention of "duerme" to el, gato and duerme is ({row}). The weight of gato should be the '
        "largest of the three, by more than 0.001.",
        {
            "names": in_code([student.found[role].name for role in given]),
            "row": ", ".join(f"{weight:.3f}" for weight in A[DUERME]),
        },
    )


def _is_there(student: Student, role: str) -> bool:
    try:
        answer_of(student, role)
    except Settled as settled:
        if settled.verdict is Verdict.MISSING:
            return False
        raise
    return True


def _matrix(student: Student, role: str) -> Matrix:
    """The matrix, (4, 2) as the example's; finite."""
    name = student.found[role].name
    array = student.numbers(with_texts_read(answer_of(student, role)), Text("`{name}`", {"name": name}))
    data = array.data.astype(np.float64)
    if array.shape == (3, 3):
        message = Text("`{name}` is (3, 3), like the attention; the matrix that leads to it is (4, 2).", {"name": name})
        raise _refused("weights_for_the_matrix", message)
    if array.shape == (2, 4):
        message = Text("`{name}` is (2, 4); X, (3, 4), is multiplied by it from the right.", {"name": name})
        raise _refused("transposed", message)
    if len(array.shape) != 2 or array.shape[0] != 4 or not np.isfinite(data).all():
        message = Text(
            "`{name}`: a matrix (4, 2) of finite numbers is expected; the shape is {shape}.",
            {"name": name, "shape": shape_text(array.shape)},
        )
        raise Settled(Verdict.WRONG, message)
    return data


def _refused(mistake: str, message: Text) -> Settled:
    return Settled(Verdict.WRONG, message, suspects=(f"look_matrix/{mistake}",))


def _attentions(student: Student, given: dict[str, Matrix]) -> Iterator[Matrix]:
    """A (3, 3) with what was given; where both were, with each alone too, for they may be two solutions."""
    alone = [{role: matrix} for role, matrix in given.items()]
    example = student.references.look_matrix.EXAMPLE
    for chosen in [given, *alone]:
        W_Q, W_K = (chosen.get(role, example[role]) for role in (QUERIES, KEYS))
        if W_Q.shape[1] == W_K.shape[1]:
            yield student.references.look_matrix.attention_with(W_Q, W_K)


def _looks_most(A: Matrix, who: int, whom: int) -> bool:
    others = np.delete(A[who], whom)
    return bool(A[who, whom] > others.max() + _VISIBLE)


COMPONENT = Component(
    "look_matrix",
    (
        Form(
            "python",
            Text("a matrix"),
            "numpy",
            (
                Role(QUERIES, "value", (), 0, ("W_Q_mirada", "W_Q_duerme"), optional=True),
                Role(KEYS, "value", (), 0, ("W_K_mirada", "W_K_duerme"), optional=True),
            ),
            (Claim("duerme_looks_at_gato", Text('"duerme" looks at "gato" most'), duerme_looks_at_gato),),
        ),
    ),
)
