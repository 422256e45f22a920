"""What a student's edition holds back, and what it doesn't."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from grader.checks.free_text import for_the_teacher
from grader.checks.free_text import shown as shown_answer
from grader.checks.supporting import right_alone
from grader.model import (
    CheckGrade,
    Diagnosis,
    Disclosure,
    Edition,
    Excerpt,
    Figure,
    GradeReport,
    ItemState,
    Place,
    Text,
    Verdict,
)
from grader.redact import redact
from grader.reports import FORMATS
from tests.reports.sample_report import check, item, report, sample_report

ASKED, GOT, EXPECTED, NOTE, RAISED = "canaryasked", "canarygot", "canaryexpected", "canarynote", "canaryraised"
FIGURE = Figure(
    "attention",
    "weights",
    (2, 2),
    (0, 0),
    ((0.1234, 1.0), (1.0, 0.0)),
    ((0.9876, 1.0), (1.0, 0.0)),
    ((True, False), (False, False)),
)
WRONG = Text(
    "{asked}: {count} of {total} values differ, most at {index}: "
    "got {got}, expected {expected} (difference {largest}).",
    {
        "asked": Text("{name}", {"name": ASKED}),
        "got": GOT,
        "expected": EXPECTED,
        "index": ASKED,
        "count": ASKED,
        "total": ASKED,
        "largest": EXPECTED,
    },
)
STOPPED = Text(
    "{asked}: {type} in cell {cell}, line {line}: {error}\n    {code}",
    {"asked": ASKED, "type": "ValueError", "error": RAISED, "cell": 3, "line": 2, "code": "y = x @ x"},
)


def shown(disclosure: Disclosure, verdict: Verdict, message: Text, **more: Any) -> CheckGrade:
    plain = check("values", verdict, 0, 4, message, title="right values", notes=(Text("{n}", {"n": NOTE}),))
    hidden, actual = disclosure is not Disclosure.FULL, disclosure is Disclosure.ACTUAL_ONLY
    return dataclasses.replace(plain, hidden=hidden, shows_actual=actual, **more)


def one(*checks: CheckGrade, **more: Any) -> GradeReport:
    return report(dataclasses.replace(item("attention", {"en": "Attention"}, ItemState.FAILED, *checks), **more))


def strings(value: object) -> Iterator[str]:
    """Every string and number in a report, wherever it lies."""
    if dataclasses.is_dataclass(value):
        value = [getattr(value, field.name) for field in dataclasses.fields(value)]
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list | tuple):
        for part in value:
            yield from strings(part)
    else:
        yield str(value)


def holds(graded: GradeReport, canary: str) -> bool:
    """In the object itself, so that no format can show it; and in no format either."""
    in_formats = any(canary in render(graded, lang) for render in FORMATS.values() for lang in ("en", "es"))
    return in_formats or any(canary in text for text in strings(graded))


def test_a_teacher_sees_everything() -> None:
    graded = one(shown(Disclosure.NONE, Verdict.WRONG, WRONG, figure=FIGURE))
    assert redact(graded, Edition.TEACHER) is graded
    assert all(holds(graded, canary) for canary in (ASKED, GOT, EXPECTED, NOTE))


@pytest.mark.parametrize(
    ("disclosure", "kept", "gone"),
    [
        (Disclosure.FULL, {ASKED, GOT, EXPECTED, NOTE, "0.1234", "0.9876"}, set()),
        (Disclosure.ACTUAL_ONLY, {GOT, "0.1234"}, {ASKED, EXPECTED, NOTE, "0.9876"}),
        (Disclosure.NONE, set(), {ASKED, GOT, EXPECTED, NOTE, "0.1234", "0.9876"}),
    ],
)
def test_a_wrong_answer_is_shown_as_far_as_the_rubric_says(
    disclosure: Disclosure, kept: set[str], gone: set[str]
) -> None:
    graded = redact(one(shown(disclosure, Verdict.WRONG, WRONG, figure=FIGURE)), Edition.STUDENT)
    assert {canary for canary in kept | gone if holds(graded, canary)} == kept
    (grade,) = graded.items[0].checks
    assert (grade.verdict, str(grade.title)) == (Verdict.WRONG, "right values")
    assert (grade.points, grade.max_points) == (Fraction(0), Fraction(4))
    assert grade.disclosure is disclosure


@pytest.mark.parametrize(
    ("disclosure", "kept"),
    [
        (Disclosure.FULL, {ASKED, RAISED, "y = x @ x", "z = y - 1"}),
        (Disclosure.ACTUAL_ONLY, {RAISED, "y = x @ x", "z = y - 1"}),
        (Disclosure.NONE, set()),
    ],
)
def test_an_exception_and_its_place_are_shown_as_far_as_the_rubric_says(disclosure: Disclosure, kept: set[str]) -> None:
    """The lines around the place go too: that they are there says that the code stopped there."""
    stopped = shown(disclosure, Verdict.RAISED, STOPPED, place=Place(3, 2))
    around = Excerpt(3, 1, ("def inner(x):", "y = x @ x", "z = y - 1"))
    graded = redact(one(stopped, excerpts=(around,)), Edition.STUDENT)
    assert {canary for canary in (ASKED, RAISED, "y = x @ x", "z = y - 1") if holds(graded, canary)} == kept


def test_the_student_keeps_their_own_definitions() -> None:
    hidden = shown(Disclosure.NONE, Verdict.WRONG, WRONG)
    graded = redact(one(hidden, excerpts=(Excerpt(3, 1, ("def f(x):", "    return x"), "f"),)), Edition.STUDENT)
    assert graded.items[0].excerpts[0].lines == ("def f(x):", "    return x")


def test_the_student_is_told_what_the_notebook_lacks() -> None:
    missing = Text("Not found in the notebook. It may be called: {names}.", {"names": "softmax"})
    graded = redact(one(shown(Disclosure.NONE, Verdict.MISSING, missing)), Edition.STUDENT)
    assert graded.items[0].checks[0].message == missing


def test_the_courses_own_words_on_a_mistake_stay_and_measured_ones_go() -> None:
    known = Diagnosis("attention/no_scaling", Text("no √d_k"), Text("Compare."), Text("{a}", {"a": Text("It grows.")}))
    measured = Diagnosis("scaled", Text("The right values times {factor}", {"factor": "0.37"}), Text("Look."))
    hidden = shown(Disclosure.NONE, Verdict.WRONG, WRONG)
    graded = redact(one(hidden, diagnosis=(known, measured)), Edition.STUDENT)
    assert graded.items[0].diagnosis == (known,)


def test_a_measured_diagnosis_stays_where_nothing_is_hidden_or_the_student_sees_its_values_anyway() -> None:
    message = Text("{asked}: shapes {a} and {b}", {"asked": "f", "a": "(3, 4)", "b": "(5, 4)"})
    measured = Diagnosis("shapes", Text("Shapes {a} and {b}", {"a": "(3, 4)", "b": "(5, 4)"}), Text("Look."))
    name = Diagnosis("unknown_name", Text("The name `{name}`", {"name": "scroes"}), Text("Look."))
    near = Diagnosis("other", Text("{a}", {"a": "(3, 4"}), Text("{b}", {"b": "3"}))
    open_one, secret = (shown(d, Verdict.RAISED, message) for d in (Disclosure.FULL, Disclosure.NONE))
    code = (Excerpt(3, 1, ("def f(x):", "    return scroes"), "f"),)

    def kept(*checks: CheckGrade) -> list[str]:
        graded = redact(one(*checks, diagnosis=(measured, name, near), excerpts=code), Edition.STUDENT)
        return [d.id for d in graded.items[0].diagnosis]

    assert kept(open_one) == ["shapes", "unknown_name", "other"]
    assert kept(open_one, secret) == ["shapes", "unknown_name", "other"]
    assert kept(secret) == ["unknown_name"]


def test_redacting_changes_no_points_and_no_verdict_and_nothing_when_done_twice() -> None:
    whole = sample_report()
    once = redact(whole, Edition.STUDENT)
    assert (once.points, once.max_points, once.complete, once.seed) == (
        whole.points,
        whole.max_points,
        whole.complete,
        whole.seed,
    )
    for before, after in zip(whole.items, once.items, strict=True):
        assert (before.points, before.state, before.found_as) == (after.points, after.state, after.found_as)
        assert [(c.id, c.verdict, c.points) for c in before.checks] == [
            (c.id, c.verdict, c.points) for c in after.checks
        ]
    assert redact(once, Edition.STUDENT) is redact(once, Edition.TEACHER) is once


def test_a_field_that_nobody_let_through_is_the_teachers() -> None:
    """A new field of a hidden check is held back: every field that isn't named here has its default."""
    passed_on = {"id", "title", "verdict", "points", "max_points", "hidden"}
    secret = shown(Disclosure.NONE, Verdict.WRONG, WRONG, figure=FIGURE, place=Place(1, 1))
    (grade,) = redact(one(secret), Edition.STUDENT).items[0].checks
    for field in dataclasses.fields(CheckGrade):
        if field.name not in passed_on:
            assert getattr(grade, field.name) == field.default, field.name


@pytest.mark.parametrize("disclosure", Disclosure)
def test_an_answer_in_words_is_the_student_s_own(disclosure: Disclosure) -> None:
    """What else the grader says of a check that waits stays the teacher's."""
    answer, doubt = for_the_teacher(shown_answer("It vanishes.")), Text("{expected}", {"expected": EXPECTED})
    own = redact(one(shown(disclosure, Verdict.FOR_REVIEW, answer)), Edition.STUDENT)
    assert own.items[0].checks[0].message == answer
    if disclosure is not Disclosure.FULL:
        assert not holds(redact(one(shown(disclosure, Verdict.FOR_REVIEW, doubt)), Edition.STUDENT), EXPECTED)


def test_what_is_right_and_counts_only_later_is_not_called_wrong_in_a_students_edition() -> None:
    """Its message names another check's claim, which students see anyway."""
    held = check("number", Verdict.WRONG, message=right_alone(Text("right values")), hidden=True)
    redacted = redact(report(item("kv", {"en": "KV"}, ItemState.FAILED, held)), Edition.STUDENT)
    assert redacted.items[0].checks[0].message == right_alone(Text("right values"))
