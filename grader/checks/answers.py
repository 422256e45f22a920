"""Answers on paper: a variable of the notebook, or a function without parameters, as plain data.

An answer that hasn't been filled in (the name isn't there, or holds None, `...` or nothing) is MISSING.  What a check
reads is noted as an observation, so that known mistakes are found by their values, as generously as it judges.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from grader.checks.quantities import Quantity, quantity_in, with_texts_read
from grader.checks.student import Settled, Student, shape_text
from grader.compare import Tolerance
from grader.model import Array, Observation, Opaque, ReadVariable, Text, Value, Verdict

__all__ = ["answer_of", "note_answer", "plain_number", "quantity_of", "row_of", "words_of"]


def answer_of(student: Student, role: str) -> Value:
    """What the student filled in for `role`; settled as MISSING where that is nothing."""
    if role not in student.found:
        raise Settled(Verdict.MISSING, Text("`{name}` isn't in the notebook.", {"name": role}))
    definition = student.found[role]
    asked = Text("`{name}`", {"name": definition.name})
    if definition.kind == "function":
        reply = student.call(role, case=str(asked))
        student.observations.pop()  # its reading is noted instead
    else:
        reply = student.ask(ReadVariable(definition.name))
    value = student.returned(reply, asked).value
    if _is_nothing(value):
        raise Settled(Verdict.MISSING, Text("`{name}` hasn't been filled in yet.", {"name": definition.name}))
    return value


def _is_nothing(value: Value) -> bool:
    if value is None or (isinstance(value, Opaque) and value.type_name == "ellipsis"):
        return True
    if isinstance(value, Array):
        return value.data.size == 0
    if isinstance(value, str):
        return not any(map(str.isalnum, value))
    if isinstance(value, Mapping):
        return all(map(_is_nothing, value.values()))
    return isinstance(value, tuple) and all(map(_is_nothing, value))


def note_answer(student: Student, role: str, got: Value, tolerance: Tolerance | None = None) -> None:
    """Known mistakes are looked for by what was read, `got`, and no more exactly than the check does."""
    within = None if tolerance is None else (tolerance.absolute, tolerance.relative)
    student.observations.append(Observation(role, f"`{role}`", (), {}, got, within=within))


def row_of(
    student: Student, role: str, length: int, tolerance: Tolerance, names: Sequence[str] = ()
) -> NDArray[np.float64]:
    """The answer as a row of `length` numbers; a column, a list of lists, texts or a tensor will do.

    Numbers by name are taken in the order of `names`, if those are their names, else in their own.
    """
    value = answer_of(student, role)
    if isinstance(value, Mapping):
        value = tuple(value[name] for name in (names if set(names) == set(value) else value))
    value = with_texts_read(value)
    name = Text("`{name}`", {"name": student.found[role].name})
    array = student.numbers(value, name)
    shape = tuple(extent for extent in array.shape if extent != 1)
    if shape != (length,):
        raise Settled(
            Verdict.WRONG,
            Text(
                "{name}: {length} numbers are expected, one after the other; the shape is {shape}.",
                {"name": name, "length": length, "shape": shape_text(array.shape)},
            ),
        )
    row = array.data.astype(np.float64).reshape(length)
    note_answer(student, role, Array(row), tolerance)
    return row


def words_of(value: Value) -> list[str] | None:
    """The words of a text in small letters, without accents and punctuation; None where it isn't text."""
    if isinstance(value, tuple) and len(value) == 1:
        value = value[0]
    if not isinstance(value, str):
        return None
    decomposed = unicodedata.normalize("NFKD", value[:2000].lower())
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    return "".join(c if c.isalnum() else " " for c in letters).split()


def quantity_of(student: Student, role: str) -> Quantity:
    """The answer as a number, with the unit that was stated; settled as WRONG where it's no number."""
    value = answer_of(student, role)
    quantity = quantity_in(value)
    if quantity is not None:
        return quantity
    raise Settled(
        Verdict.WRONG,
        Text(
            "`{name}`: one number is expected (a unit may stand beside it), but {what} came back.",
            {"name": student.found[role].name, "what": _what(value)},
        ),
    )


def _what(value: Value) -> Text:
    if isinstance(value, str):
        return Text("the text {text}", {"text": repr(value[:60])})
    if isinstance(value, Array):
        return Text("an array of shape {shape}", {"shape": shape_text(value.shape)})
    return Text("{what}", {"what": value.type_name if isinstance(value, Opaque) else type(value).__name__})


def plain_number(number: float) -> str:
    """Up to seven digits, those of a large whole number in groups of three."""
    if number == round(number) and 1e4 <= abs(number) < 1e15:
        return f"{int(number):,}".replace(",", " ")
    return f"{number:.7g}"
