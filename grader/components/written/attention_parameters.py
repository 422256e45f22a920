"""Exercise 6.3: the parameters of a multi-head attention, d_model = 512, with 8 and with 16 heads.

Four projections with biases, 4(d² + d), whatever the number of heads.  Without the biases 0.2 % are missing: the
tolerance lets three digits (1.05 million) pass, but not that.
"""

from __future__ import annotations

from grader.checks.answers import plain_number, quantity_of
from grader.checks.claim import Claim
from grader.checks.measure import Measure, Unit
from grader.checks.student import Student
from grader.components.component import Component, Form, Role
from grader.model import Text

__all__ = ["COMPONENT"]

EIGHT, SIXTEEN = "attention_parameters_8", "attention_parameters_16"

UNITS = (
    Unit(Text("parameters"), 1.0, ()),
    Unit(Text("thousands"), 1e3, ("k", "thousand", "mil")),
    Unit(Text("millions"), 1e6, ("m", "million", "millions", "millon", "millones")),
)
_GENEROSITY = Text("Three digits are enough: up to 0.07 percent apart counts as the same. Each projection has biases.")


def independent_of_heads(student: Student) -> Text | None:
    eight, sixteen = (_count(student, role) for role in (EIGHT, SIXTEEN))
    values: dict[str, str | int | float | Text] = {"eight": plain_number(eight), "sixteen": plain_number(sixteen)}
    # One projection of 512 x 512, and ten times the answer: outside, a number is no count of these parameters.
    if not all(512**2 <= count <= 1e7 for count in (eight, sixteen)):
        return Text("{eight} and {sixteen} are no numbers of parameters of an attention at d_model = 512.", values)
    if abs(eight - sixteen) <= 7e-4 * eight:
        return None
    return Text("{eight} with 8 heads and {sixteen} with 16. What does a head's width do when there are more?", values)


def _count(student: Student, role: str) -> float:
    quantity = quantity_of(student, role)
    unit = next((unit for unit in UNITS if quantity.unit and quantity.unit in unit.words), UNITS[0])
    return max(quantity.readings) * unit.factor


def _measure(check: str, title: Text, role: str) -> Measure:
    return Measure(check, title, "attention_parameters", role, UNITS, 7e-4, _GENEROSITY)


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
                _measure("eight_heads", Text("with 8 heads"), EIGHT),
                _measure("sixteen_heads", Text("with 16 heads"), SIXTEEN),
                Claim("independent_of_heads", Text("what the heads change"), independent_of_heads),
            ),
        ),
    ),
)
