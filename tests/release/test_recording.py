"""Which checks are public: those whose right answers can be written down."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from grader.checks.claim import Claim
from grader.checks.student import Student
from grader.cli.options import LARGEST_SEED
from grader.components import Component, Form, Role
from grader.course import CourseReferences
from grader.kernel.in_process import ask_in_process
from grader.model import Array, Ask, Call, CallFunction, Reply, Text
from grader.release.listening import Notes
from grader.release.recording import MOST_QUESTIONS, PUBLIC_SEED, _Recorder

Z = np.arange(6.0).reshape(2, 3)


def doubled(z: Any) -> Any:
    return 2 * z


def references() -> CourseReferences:
    module = ModuleType("softmax")
    vars(module).update(softmax=doubled, LIMIT=3.0, KIND=int, applied=lambda function, z: function(z))
    return cast(CourseReferences, SimpleNamespace(softmax=module, needs_torch_=lambda component: False))


def asks_plainly(student: Student) -> Text | None:
    reference = student.references.softmax
    student.call("softmax", Z)
    return None if np.array_equal(reference.softmax(Z), 2 * Z) and reference.LIMIT == 3.0 else Text("no")


def asks_with_a_function(student: Student) -> Text | None:
    student.references.softmax.applied(student.references.softmax.softmax, Z)
    return None


def asks_for_a_class(student: Student) -> Text | None:
    assert student.references.softmax.KIND is int
    return None


def asks_too_often(student: Student) -> Text | None:
    for step in range(MOST_QUESTIONS + 1):
        student.references.softmax.softmax(Z + step)
    return None


def asks_for_too_much(student: Student) -> Text | None:
    student.references.softmax.softmax(np.zeros(100_000))
    return None


def fails_the_right_answer(student: Student) -> Text | None:
    return Text("no")


def component(kind: Any = "function") -> Component:
    held: tuple[Callable[[Student], Text | None], ...] = (
        asks_plainly,
        asks_with_a_function,
        asks_for_a_class,
        asks_too_often,
        asks_for_too_much,
        fails_the_right_answer,
    )
    checks = tuple(Claim(holds.__name__, Text("a claim"), holds) for holds in held)
    return Component("softmax", (Form("form", Text("form"), "numpy", (Role("softmax", kind, ("z",), 1),), checks),))


def test_a_check_is_public_where_its_questions_are_plain_few_and_small() -> None:
    notes = Notes()
    assert _Recorder(component(), references(), notes).right(()) == {"form.numpy": {"asks_plainly"}}


def test_only_what_public_checks_ask_is_written_down() -> None:
    notes = Notes()
    _Recorder(component(), references(), notes).right(())
    assert len(notes.references["softmax"]["softmax"]) == 1
    assert notes.constants == {"softmax": {"LIMIT": 3.0}}
    assert set(notes.references["softmax"]) == {"softmax"}
    assert len(notes.inputs) == 1


def test_an_exercise_whose_answer_is_all_there_is_has_no_public_check() -> None:
    notes = Notes()
    solved = ask_in_process("softmax = 3.0")
    assert _Recorder(component("value"), references(), notes).right((solved,)) == {}
    assert notes.references == {}
    assert notes.constants == {}


def test_a_solved_notebook_that_needs_more_makes_a_check_private() -> None:
    """Whatever one right answer leads a check to, another's student may be led to as well."""

    def depends(student: Student) -> Text | None:
        if student.found["softmax"].takes(2):
            student.references.softmax.applied(doubled, Z)
        return None

    form = Form(
        "form",
        Text("form"),
        "numpy",
        (Role("softmax", "function", ("z",), 1),),
        (Claim("it", Text("a claim"), depends),),
    )
    recorder = _Recorder(Component("softmax", (form,)), references(), Notes())
    other = ask_in_process("def softmax(z, axis=-1):\n    return 2 * z")
    assert recorder.right(()) == {"form.numpy": {"it"}}
    assert recorder.right((other,)) == {"form.numpy": set()}


def test_the_public_seed_is_none_that_a_grading_draws() -> None:
    assert PUBLIC_SEED > LARGEST_SEED
    np.random.default_rng([PUBLIC_SEED, 1])
    np.random.seed(PUBLIC_SEED)  # a student's function may be given it


@pytest.mark.parametrize("library", ["numpy", "torch"])
def test_functions_in_numpy_answer_in_either_library(library: Any) -> None:
    from grader.release.recording import in_torch

    inner = ask_in_process("def f(z, mask=None):\n    assert type(z).__module__ == 'numpy'\n    return z, (z, 1)")
    seen: list[Call] = []

    def ask(call: Call) -> Reply:
        seen.append(call)
        return inner(call)

    asked: Ask = in_torch(ask) if library == "torch" else ask
    reply = asked(CallFunction("f", (Array(Z.astype(np.float32), library),)))
    value = cast(Any, reply).value
    assert (value[0].library, value[1][0].library, value[1][1]) == (library, library, 1)
    assert value[0].data.dtype == np.float32
