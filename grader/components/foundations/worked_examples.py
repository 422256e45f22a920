"""The two worked examples: ``gato_attention(X) -> (A, Z)`` and ``dolor_attention(word) -> (weights, vector)``.

Both without arguments give the numbers that the course prints (contract, *Worked numbers*), which anybody can copy.  So
these support the other checks only: the same for another sentence, another word.  W_Q W_Kᵀ is symmetric in the example,
so that exchanged queries and keys can't be seen in any sentence; ``self_attention`` has that check.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from grader.checks.claim import Claim
from grader.checks.matches_reference import describe_difference, exact
from grader.checks.student import Settled, Student, shape_text
from grader.compare import NotNumbers, Tolerance, compare, numbers
from grader.components.component import Component, Form, Role
from grader.model import Array, Raised, Returned, Text, Value, Verdict

__all__ = ["COMPONENT"]

GATO, DOLOR = "gato_attention", "dolor_attention"
Numbers = NDArray[np.float64]
# Three decimals, as the course prints them, are enough; mistakes differ by 0.01 and more.
_PRINTED = Tolerance(6e-4, 0)
_WORDS = ("el", "paciente", "tiene", "pecho", "brazo")


def pair(
    student: Student, role: str, args: tuple[Value | Numbers, ...], asked: Text, shapes: Mapping[str, tuple[int, ...]]
) -> dict[str, Array]:
    """What came back, by the names of `shapes`: parts are recognised by their shapes, so their order doesn't matter."""
    if role not in student.found:
        raise Settled(Verdict.MISSING, Text("`{name}` isn't in the notebook.", {"name": role}))
    reply = student.call(role, *args, case=str(asked))
    if isinstance(reply, Raised) and student.library == "torch":
        # A tensor made of the example's numbers may be float64, and then takes no float32 beside it.
        wide = (student.array(arg, "float64") if isinstance(arg, np.ndarray) else arg for arg in args)
        again = student.call(role, *wide, case=str(asked))
        reply = again if isinstance(again, Returned) else reply
    value = student.returned(reply, asked).value
    parts = tuple(value.values()) if isinstance(value, Mapping) else value if isinstance(value, tuple) else (value,)
    arrays = [array for part in parts if not isinstance(array := numbers(part), NotNumbers)]
    found: dict[str, Array] = {}
    places = []
    for name, shape in shapes.items():
        fitting = [array for array in arrays if _without_ones(array.shape) == shape]
        if not fitting:
            raise Settled(
                Verdict.WRONG,
                Text(
                    "{asked}: no array of shape {shape} came back for {name}; the shapes are {got}.",
                    {
                        "asked": asked,
                        "shape": shape_text(shape),
                        "name": name,
                        "got": ", ".join(shape_text(array.shape) for array in arrays) or "-",
                    },
                ),
            )
        places.append(next(i for i, array in enumerate(arrays) if array is fitting[0]))
        found[name] = Array(fitting[0].data.reshape(shape), fitting[0].library, fitting[0].dtype)
    if places != sorted(places):
        student.note(
            Text(
                "{asked}: {names} is the order that was asked for; yours were told apart by their shapes.",
                {"asked": asked, "names": ", ".join(shapes)},
            )
        )
    # Lists of lists, in whatever order, are compared with known mistakes as what they were read as.
    student.observations[-1] = replace(student.observations[-1], got=tuple(found.values()))
    return found


def _without_ones(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(extent for extent in shape if extent != 1)


def _difference(asked: Text, got: Mapping[str, Array], expected: tuple[Numbers, Numbers]) -> Text | None:
    for (name, array), wanted in zip(got.items(), expected, strict=True):
        difference = compare(wanted, array.data, _PRINTED).difference
        if difference is not None:
            what = Text("{asked}, {name}", {"asked": asked, "name": name})
            return describe_difference(what, difference)
    return None


def _gato(student: Student, X: Numbers | None, asked: Text) -> Text | None:
    n = 3 if X is None else len(X)
    args = () if X is None else (X,)
    got = pair(student, GATO, args, asked, {"A": (n, n), "Z": (n, 2)})
    expected = student.references.worked_examples.gato_attention(*(exact(student.array(x)) for x in args))
    return _difference(asked, got, expected)


def _takes(student: Student, role: str, count: int) -> bool:
    return role not in student.found or student.found[role].takes(count)


def gato(student: Student) -> Text | None:
    asked = Text("gato_attention()")
    if _takes(student, GATO, 0):
        return _gato(student, None, asked)
    return _gato(student, student.references.worked_examples.EL_GATO_DUERME, asked)


def gato_other_sentence(student: Student) -> Text | None:
    if not _takes(student, GATO, 1):
        return Text("`{name}` takes no other sentence X.", {"name": student.found[GATO].name})
    X = student.dice("sentence").uniform(-1, 1, (5, 4)).round(2)
    return _gato(student, X, Text("gato_attention of another sentence, X of shape (5, 4)"))


def _dolor(student: Student, args: tuple[str, ...]) -> Text | None:
    asked = Text("dolor_attention({word})", {"word": repr(args[0]) if args else ""})
    got = pair(student, DOLOR, args, asked, {"weights": (6,), "vector": (4,)})
    expected = student.references.worked_examples.dolor_attention(*args)
    return _difference(asked, got, expected)


def dolor(student: Student) -> Text | None:
    return _dolor(student, () if _takes(student, DOLOR, 0) else ("dolor",))


def dolor_other_words(student: Student) -> Text | None:
    if not _takes(student, DOLOR, 1):
        return Text("`{name}` takes no other word.", {"name": student.found[DOLOR].name})
    return next((wrong for word in _WORDS if (wrong := _dolor(student, (word,))) is not None), None)


_CHECKS: tuple[tuple[str, Text, Callable[[Student], Text | None]], ...] = (
    ("gato", Text('"el gato duerme": A and Z as printed'), gato),
    ("gato_other_sentence", Text("the same matrices with another sentence"), gato_other_sentence),
    ("dolor", Text('"dolor": weights and new vector as printed'), dolor),
    ("dolor_other_words", Text("the other words of the example"), dolor_other_words),
)

COMPONENT = Component(
    "worked_examples",
    (
        Form(
            "either",
            Text("functions"),
            "either",
            (
                Role(GATO, "function", ("X",), 0, ("ejemplo_gato", "atencion_gato"), optional=True),
                Role(DOLOR, "function", ("word",), 0, ("ejemplo_dolor", "atencion_dolor"), optional=True),
            ),
            tuple(Claim(*check) for check in _CHECKS),
            supporting=("gato", "dolor"),  # they stand in the course
        ),
    ),
)
