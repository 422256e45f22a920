"""Exercise 6.3: the parameters of a multi-head attention, d_model = 512, with 8 and with 16 heads.

Four projections with biases, 4(d² + d), whatever the number of heads.  Without the biases 0.2 % are missing, and
1 048 576 to three digits is 1.05 million, just as 1 050 624 is: it takes four (1.051 million) to tell the two apart.
"""

from __future__ import annotations

from grader.checks.answers import plain_number, quantity_of
from grader.checks.claim import Claim
from grader.checks.measure import Measure, Unit
from grader.checks.student import Settled, Student
from grader.components.component import Component, Form, Role
from grader.model import Text

__all__ = ["COMPONENT"]

EIGHT, SIXTEEN = "attention_parameters_8", "attention_parameters_16"

UNITS = (
    Unit(Text("parameters"), 1.0, ("",)),
    Unit(Text("thousands"), 1e3),
    Unit(Text("millions"), 1e6),
)
_WITHIN = 4e-4
_GENEROSITY = Text(
    "Give four digits or all of them: up to 0.04 percent apart counts as the same. Each projection has biases."
)


# One projection of 512 x 512, and ten times the answer: outside, a number is no count of these parameters.
LEAST, MOST = 512**2, 1e7


def independent_of_heads(student: Student) -> Text | None:
    eight, sixteen = (_count(student, role) for role in (EIGHT, SIXTEEN))
    values: dict[str, str | int | float | Text] = {"eight": plain_number(eight), "sixteen": plain_number(sixteen)}
    if sixteen > 1.2 * eight > 0:
        student.suspect("attention_parameters/grows_with_the_heads")
    elif sixteen == 4 * 512**2 != eight:  # without biases, but only here
        student.suspect("attention_parameters/without_biases")
    if not all(LEAST <= count <= MOST for count in (eight, sixteen)):
        return Text("{eight} and {sixteen} are no numbers of parameters of an attention at d_model = 512.", values)
    if abs(eight - sixteen) <= 1e-3 * eight:  # one of them may be rounded
        return None
    return Text("{eight} with 8 heads and {sixteen} with 16. What does a head's width do when there are more?", values)


def _count(student: Student, role: str) -> float:
    """What is meant: of the readings of 1,051 the one that may be such a count."""
    quantity = quantity_of(student, role)
    unit = (_EIGHT_HEADS if role == EIGHT else _SIXTEEN_HEADS).stated(student, quantity) or UNITS[0]
    counts = [reading * unit.factor for reading in quantity.readings]
    return next((count for count in counts if LEAST <= count <= MOST), max(counts))


# Without biases, fewer projections (with biases and without), the feed-forward layer (with its norms and without) too.
_KNOWN_COUNTS = (
    4 * 512**2,
    *(projections * (512**2 + bias) for projections in (1, 2, 3) for bias in (512, 0)),
    *(12 * 512**2 + biases * 512 for biases in (13, 9, 0)),
)


def _as_many_as_with_8(student: Student) -> float | None:
    """The student's own number for 8 heads, where it's the count of a known mistake or the right one badly rounded."""
    try:
        own = _count(student, EIGHT)
    except Settled:
        return None
    near = abs(own / _EIGHT_HEADS.expected(student) - 1) <= 0.01
    return own if near or any(abs(own / count - 1) <= _WITHIN for count in _KNOWN_COUNTS) else None


def _measure(check: str, title: Text, role: str) -> Measure:
    follows = _as_many_as_with_8 if role == SIXTEEN else None
    return Measure(check, title, "attention_parameters", role, UNITS, _WITHIN, _GENEROSITY, follows=follows)


_EIGHT_HEADS = _measure("eight_heads", Text("with 8 heads"), EIGHT)
_SIXTEEN_HEADS = _measure("sixteen_heads", Text("with 16 heads"), SIXTEEN)


COMPONENT = Component(
    "attention_parameters",
    (
        Form(
            "python",
            Text("numbers"),
            "numpy",
            (
                Role(EIGHT, "value", (), 0, ("parametros_atencion_8",), optional=True),
                Role(SIXTEEN, "value", (), 0, ("parametros_atencion_16",), optional=True),
            ),
            (
                _EIGHT_HEADS,
                _SIXTEEN_HEADS,
                Claim("independent_of_heads", Text("what the heads change"), independent_of_heads),
            ),
        ),
    ),
)
