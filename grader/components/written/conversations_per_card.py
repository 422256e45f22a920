"""How many conversations fit a card at once: the room that the weights leave, by the KV cache of one; rounded down.

A card of 80 GB; a model of 8·10⁹ parameters in 16 bits, 32 layers, d_model 4096, 8 KV heads for 32 heads; 8192 tokens a
conversation.  59.6 of them fit, so 59: with GiB for GB it would be 64, without the weights 74.
"""

from __future__ import annotations

import math

from grader.checks.answers import note_answer, plain_number, quantity_of
from grader.checks.claim import Claim
from grader.checks.scales import scale_in
from grader.checks.student import Settled, Student
from grader.compare import Tolerance
from grader.components.component import Component, Form, Role
from grader.model import Text, Verdict

__all__ = ["COMPONENT"]

ANSWER = "conversations_per_card"


def how_many(student: Student) -> Text | None:
    got = _number(student)
    note_answer(student, ANSWER, got, Tolerance(0.49, 0))
    if _is_right_before_rounding(student, got):
        return None
    return Text(
        "`{name}` is {got}, and that isn't the answer. What part of the card is left for caches, and how large is one? "
        "GB are 10^9 bytes.",
        {"name": student.found[ANSWER].name, "got": plain_number(got)},
    )


def rounded_down(student: Student) -> Text | None:
    """Judged only where there's the right number to round."""
    got = _number(student)
    if not _is_right_before_rounding(student, got):
        raise Settled(Verdict.NOT_APPLICABLE, Text("The number itself isn't right, so its rounding isn't judged."))
    if got == math.floor(_exact(student)):
        return None
    student.suspect("conversations_per_card/rounded_up")
    return Text(
        "`{name}` is {got}: a conversation that only partly fits doesn't fit.",
        {"name": student.found[ANSWER].name, "got": plain_number(got)},
    )


def _number(student: Student) -> float:
    quantity = quantity_of(student, ANSWER)
    return quantity.readings[0] * scale_in(quantity.unit)[0]


def _exact(student: Student) -> float:
    return float(student.references.conversations_per_card.room_in_conversations())


def _is_right_before_rounding(student: Student, got: float) -> bool:
    exact = _exact(student)
    return abs(got - exact) <= 0.1 or got in (math.floor(exact), math.ceil(exact))


COMPONENT = Component(
    "conversations_per_card",
    (
        Form(
            "python",
            Text("a number"),
            "numpy",
            (Role(ANSWER, "value", (), 0, ("conversaciones_por_tarjeta",)),),
            (
                Claim("how_many", Text("how many fit"), how_many),
                Claim("rounded_down", Text("a whole number of them"), rounded_down),
            ),
        ),
    ),
)
