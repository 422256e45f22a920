"""Exercise 6.4: what the permutation experiment prints, without and with positions.

Both predictions make one check: each alone is a guess of two, and the same word for both shows nothing.
"""

from __future__ import annotations

from grader.checks.answers import answer_of, note_answer, words_of
from grader.checks.claim import Claim
from grader.checks.student import Settled, Student
from grader.components.component import Component, Form, Role
from grader.model import Array, Text, Value, Verdict

__all__ = ["COMPONENT"]

WITHOUT, WITH = "prediction_without_positions", "prediction_with_positions"

_TRUE = {"true", "verdadero", "cierto", "yes", "si", "1"}
_FALSE = {"false", "falso", "no", "0"}


def predictions(student: Student) -> Text | None:
    got = [_prediction(student, role) for role in (WITHOUT, WITH)]
    reference = student.references.permutation_prediction
    if got == [reference.prediction_without_positions(), reference.prediction_with_positions()]:
        return None
    return Text(
        "Not both are what the experiment prints. Which computation in attention depends on where a token stands, "
        "and which sees only what it holds?"
    )


def _prediction(student: Student, role: str) -> bool:
    value = answer_of(student, role)
    said = _truth(value)
    if said is None:
        raise Settled(Verdict.WRONG, Text("`{name}`: True or False is expected.", {"name": student.found[role].name}))
    note_answer(student, role, said)
    return said


def _truth(value: Value) -> bool | None:
    if isinstance(value, Array) and value.data.size == 1 and value.data.dtype.kind in "bi":
        value = value.data.reshape(-1)[0].item()
    if isinstance(value, bool) or (type(value) is int and value in (0, 1)):
        return bool(value)
    words = words_of(value)
    if words is None or len(words) != 1 or words[0] not in _TRUE | _FALSE:
        return None
    return words[0] in _TRUE


COMPONENT = Component(
    "permutation_prediction",
    (
        Form(
            "python",
            Text("predictions"),
            "numpy",
            (
                Role(WITHOUT, "value", (), 0, ("prediccion_sin_posiciones",)),
                Role(WITH, "value", (), 0, ("prediccion_con_posiciones",)),
            ),
            (Claim("predictions", Text("without and with positions"), predictions),),
        ),
    ),
)
