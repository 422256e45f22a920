"""Exercise 6.7: a temperature for code, and one for brand names.  Ranges: there isn't one right number.

Code wants the likeliest token, up to 0.4; names want variety without noise, 0.7 to 2.  The same temperature for both
is no choice and earns nothing.  An answer may be a number or a range, (0.7, 1.2), all of which must do.
"""

from __future__ import annotations

import re

import numpy as np

from grader.checks.answers import answer_of, note_answer
from grader.checks.claim import Claim
from grader.checks.quantities import with_texts_read
from grader.checks.student import Settled, Student, number_text
from grader.compare import NotNumbers, Tolerance, numbers
from grader.components.component import Component, Form, Role
from grader.model import Array, Text, Value, Verdict

__all__ = ["COMPONENT"]

CODE, NAMES = "code_temperature", "names_temperature"

RANGES = {CODE: (0.0, 0.4), NAMES: (0.7, 2.0)}


def _temperatures(student: Student, role: str) -> tuple[float, float]:
    """The lowest and the highest that the answer names."""
    value = answer_of(student, role)
    found = _numbers_in(value)
    if found is None or not 1 <= len(found) <= 20:
        raise Settled(
            Verdict.WRONG,
            Text(
                "`{name}`: a temperature is expected, a number such as 0.5, or a range of two.",
                {"name": student.found[role].name},
            ),
        )
    return min(found), max(found)


def _numbers_in(value: Value) -> list[float] | None:
    if isinstance(value, str):
        return [float(number.replace(",", ".")) for number in re.findall(r"\d+(?:[.,]\d+)?(?:e-?\d\d?)?", value[:200])]
    array = numbers(with_texts_read(value))
    if isinstance(array, NotNumbers) or isinstance(value, bool) or not np.isfinite(array.data).all():
        return None
    return [float(number) for number in array.data.reshape(-1)]


def _choice(role: str, student: Student) -> Text | None:
    low, high = _temperatures(student, role)
    other = next(r for r in RANGES if r != role)
    others = _quietly(student, other)
    note_answer(student, role, Array(np.array((low + high) / 2)), Tolerance(0.02, 0))
    values: dict[str, str | int | float | Text] = {
        "got": number_text(low) if low == high else f"{number_text(low)} - {number_text(high)}",
    }
    if others == (low, high):
        student.suspect("temperatures/one_for_both")
        return Text("{got} for both: one of the tasks has a single right answer, the other many.", values)
    exchanged = others is not None and _within((low, high), RANGES[other]) and _within(others, RANGES[role])
    if exchanged:
        student.suspect("temperatures/exchanged")
    if low < 0:
        return Text("{got}: a temperature isn't negative.", values)
    if _within((low, high), RANGES[role]):
        return None
    if high > 2:
        student.suspect("temperatures/percent" if high >= 10 else "temperatures/far_too_hot")
        return Text("{got} is far above 1: at such a temperature nearly all tokens are equally likely.", values)
    if role == CODE and not exchanged and low > RANGES[CODE][1]:
        student.suspect("temperatures/warm_code")
    if role == NAMES and not exchanged and high < RANGES[NAMES][0]:
        student.suspect("temperatures/cold_names")
    return Text(
        "{got} isn't fit for this task. Any temperature that is clearly low, or clearly high without being noise, is "
        "accepted where it belongs.",
        values,
    )


def _within(answer: tuple[float, float], allowed: tuple[float, float]) -> bool:
    return allowed[0] <= answer[0] and answer[1] <= allowed[1]


def _quietly(student: Student, role: str) -> tuple[float, float] | None:
    try:
        return _temperatures(student, role)
    except Settled:
        return None


def _claim(check: str, title: Text, role: str) -> Claim:
    return Claim(check, title, lambda student: _choice(role, student))


COMPONENT = Component(
    "temperatures",
    (
        Form(
            "python",
            Text("numbers"),
            "numpy",
            (
                Role(CODE, "value", (), 0, ("temperatura_codigo",), optional=True),
                Role(NAMES, "value", (), 0, ("temperatura_nombres",), optional=True),
            ),
            (
                _claim("code", Text("for code"), CODE),
                _claim("names", Text("for brand names"), NAMES),
            ),
        ),
    ),
)
