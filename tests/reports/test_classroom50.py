"""Classroom 50's result.json, against the rules of its runner's `validate_result`, written again from its source."""

from __future__ import annotations

import dataclasses
import json
from fractions import Fraction
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model import Edition, GradeReport, ItemGrade, ItemState, Text, Verdict
from grader.reports import FORMATS
from grader.reports.classroom50 import whole_points
from tests.reports.hostile import HOSTILE, report_full_of
from tests.reports.sample_report import check, complete_sample_report, item, report, sample_report

WHOLE = {"type": "integer", "minimum": 0}
TEXT = {"type": "string", "minLength": 1}
RESULT = jsonschema.Draft202012Validator(
    {
        "type": "object",
        "required": ["schema", "score", "max-score", "tests"],
        "properties": {
            "schema": {"const": "classroom50/result/v1"},
            "score": WHOLE,
            "max-score": WHOLE,
            "tests": {
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["test-name", "passed", "score", "max-score"],
                    "properties": {
                        "test-name": TEXT,
                        "passed": {"type": "boolean"},
                        "score": WHOLE,
                        "max-score": WHOLE,
                    },
                },
            },
        },
    }
)
MEGABYTE = 1_000_000


def is_accepted(result: dict[str, Any]) -> bool:
    """What the runner asks of the part that is the grader's: whole numbers, and no score above its maximum."""
    if not RESULT.is_valid(result):
        return False
    parts = (result, *result["tests"])
    # To the schema 4.0 is an integer, to the runner it isn't.
    return all(type(part[key]) is int for part in parts for key in ("score", "max-score")) and all(
        part["score"] <= part["max-score"] for part in parts
    )


def rendered(graded: GradeReport, lang: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FORMATS["classroom50"](graded, lang))
    return found


def of(id: str, points: str, max_points: str) -> ItemGrade:
    return item(id, {"en": id.upper()}, ItemState.PARTIAL, check("v", Verdict.WRONG, points, max_points))


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("graded", [complete_sample_report(), report()], ids=["sample", "no items"])
def test_a_complete_report_is_accepted(graded: GradeReport, lang: str) -> None:
    assert is_accepted(rendered(graded, lang))


def test_a_report_that_is_not_complete_is_refused_and_has_no_score_anywhere() -> None:
    result = rendered(sample_report())
    assert not is_accepted(result)
    assert "score" not in result
    assert result["exact-score"] is None
    assert not any("score" in test or test["passed"] or test["exact-score"] is not None for test in result["tests"])
    assert "not complete" in result["summary"]


def test_tests_add_up_to_the_rounded_score_and_the_exact_points_stand_beside_it() -> None:
    result = rendered(report(of("a", "6.4", "8"), of("b", "4.57", "16"), of("c", "8.33", "10")))
    assert result["score"] == 19  # of 19.3
    assert [test["score"] for test in result["tests"]] == [6, 5, 8]
    assert [test["exact-score"] for test in result["tests"]] == [6.4, 4.57, 8.33]
    assert (result["exact-score"], result["max-score"]) == (19.3, 34)


def test_points_of_a_rubric_that_are_not_whole_are_multiplied() -> None:
    result = rendered(report(of("a", "0.25", "0.5"), of("b", "1", "1.25")))
    assert (result["score"], result["max-score"]) == (5, 7)
    assert [(test["score"], test["max-score"]) for test in result["tests"]] == [(1, 2), (4, 5)]
    assert result["exact-max-score"] == 1.75


def test_less_than_everything_is_never_everything() -> None:
    result = rendered(report(of("a", "7.9", "8"), of("b", "8", "8")))
    assert (result["score"], result["max-score"]) == (15, 16)
    assert [test["passed"] for test in result["tests"]] == [False, True]


@given(st.lists(st.tuples(st.integers(0, 400), st.integers(1, 20)), max_size=12))
def test_whole_points_add_up_and_stay_between_nothing_and_everything(drawn: list[tuple[int, int]]) -> None:
    points = [(min(Fraction(own, 20), Fraction(most)), Fraction(most)) for own, most in drawn]
    whole = whole_points(points)
    earned, limit = (sum(part, Fraction(0)) for part in (zip(*points, strict=True) if points else ((), ())))
    assert all(abs(got - own) < 1 and 0 <= got <= most for got, (own, most) in zip(whole, points, strict=True))
    assert abs(sum(whole) - earned) <= (Fraction(1, 2) if earned <= limit - Fraction(1, 2) or earned == limit else 1)
    assert sum(whole) < limit or earned == limit


def test_what_waits_for_the_teacher_is_told_apart() -> None:
    waits = item("x", {"en": "X"}, ItemState.FOR_REVIEW, check("a", points=2, max_points=2), check(
        "b", Verdict.FOR_REVIEW, 0, 4))  # fmt: skip
    result = rendered(report(waits))
    (test,) = result["tests"]
    assert (test["passed"], test["score"], test["open-points"], result["open-points"]) == (False, 2, 4, 4)


def test_what_a_hidden_check_asked_is_told_in_no_edition() -> None:
    secret = check("v", Verdict.WRONG, 0, 3, Text("asked with {n}", {"n": "4096"}), hidden=True)
    shown = check("w", Verdict.WRONG, 0, 1, Text("asked with {n}", {"n": "512"}))
    graded = report(item("x", {"en": "X"}, ItemState.FAILED, secret, shown, notes=(Text("A note."),)))
    (test,) = rendered(graded)["tests"]
    assert "4096" not in json.dumps(test)
    assert "A note." not in test["output"]
    assert "512" in test["output"]
    assert "- v: no (-3)" in test["output"]
    in_the_students = rendered(dataclasses.replace(graded, edition=Edition.STUDENT))["tests"][0]["output"]
    assert "A note." in in_the_students, "there it is the student's to read, since redaction left it"


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_text_and_moves_nothing(name: str) -> None:
    def without_texts(result: dict[str, Any]) -> dict[str, Any]:
        tests = [{**test, "output": ""} for test in result["tests"]]
        return {**result, "summary": "", "tests": tests}

    written = FORMATS["classroom50"](report_full_of(HOSTILE[name]), "en")
    result = json.loads(written)
    assert without_texts(result) == without_texts(rendered(report_full_of("softmax")))
    for text in (result["summary"], *(test["output"] for test in result["tests"])):
        lines = text.split("\n")
        assert all(line.isprintable() and not line.lstrip().startswith("::") and "##[" not in line for line in lines)
    assert all(line.isprintable() for line in written.split("\n"))


def test_a_hundred_items_full_of_long_text_stay_below_a_megabyte() -> None:
    long = Text("{x}\n" * 30, {"x": "word " * 5_000})
    items = [item(str(n), {"en": "X"}, ItemState.FAILED, check("v", Verdict.WRONG, 0, 1, long)) for n in range(100)]
    assert len(FORMATS["classroom50"](report(*items), "en").encode()) < MEGABYTE
