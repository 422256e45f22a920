"""Gradescope's results.json, against a schema written from its documentation (autograder specifications)."""

from __future__ import annotations

import dataclasses
import json
import math
from typing import Any

import jsonschema
import pytest

from grader.model import Edition, GradeReport, ItemGrade, ItemState, Text, Verdict
from grader.reports import FORMATS
from tests.reports.hostile import HOSTILE, report_full_of
from tests.reports.sample_report import check, item, report, sample_report

VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
MARKUP = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
STRING = {"type": "string"}
TEST = {
    "type": "object",
    "additionalProperties": False,
    "properties": {
        "score": {"type": "number"},
        "max_score": {"type": "number", "minimum": 0},
        "status": {"enum": ["passed", "failed"]},
        "name": STRING,
        "name_format": MARKUP,
        "number": STRING,
        "output": STRING,
        "output_format": MARKUP,
        "tags": {"type": "array", "items": STRING},
        "visibility": VISIBILITY,
        "extra_data": {"type": "object"},
    },
    "dependentRequired": {"score": ["max_score"]},
}
RESULTS = jsonschema.Draft202012Validator(
    {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "score": {"type": "number"},
            "execution_time": {"type": "integer", "minimum": 0},
            "output": STRING,
            "output_format": MARKUP,
            "test_output_format": MARKUP,
            "test_name_format": MARKUP,
            "visibility": VISIBILITY,
            "stdout_visibility": VISIBILITY,
            "extra_data": {"type": "object"},
            "tests": {"type": "array", "items": TEST},
        },
    }
)
MEGABYTE = 1_000_000


def results(graded: GradeReport, lang: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FORMATS["gradescope"](graded, lang))
    RESULTS.validate(found)
    return found


def mixed(complete: bool = True) -> ItemGrade:
    return item(
        "x",
        {"en": "X"},
        ItemState.PARTIAL,
        check("open", points=2, max_points=2),
        check("secret", Verdict.WRONG, 0, 3, Text("asked with {n}", {"n": "4096"}), hidden=True),
        check("other", Verdict.NOT_APPLICABLE, 0, 0),
        *([] if complete else [check("broken", Verdict.UNGRADABLE, 0, 5)]),
        notes=(Text("A note."),),
    )


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("graded", [sample_report(), report()], ids=["every state", "no items"])
def test_results_follow_the_documentation(graded: GradeReport, lang: str) -> None:
    found = results(graded, lang)
    assert found["execution_time"] == math.ceil(graded.duration_seconds)


def test_a_complete_report_has_a_score_for_each_check_and_their_sum() -> None:
    found = results(report(mixed(), item("y", {"en": "Y"}, ItemState.PARTIAL, check("v", points="8/3", max_points=3))))
    assert found["score"] == 4.6667
    assert [(t["number"], t["name"], t["score"], t["max_score"], t["status"]) for t in found["tests"]] == [
        ("1.1", "X: open", 2, 2, "passed"),
        ("1.2", "X: secret", 0, 3, "failed"),
        ("2.1", "Y: v", 2.6667, 3, "failed"),
    ]
    assert found["extra_data"]["max_points"] == 8


@pytest.mark.parametrize("graded", [report(mixed(complete=False), complete=False), report(mixed(), complete=False)])
def test_a_report_that_is_not_complete_has_no_score_anywhere(graded: GradeReport) -> None:
    """Neither a zero for what could not be graded, nor a sum without it, may be taken for a grade."""
    found = results(graded)
    assert "score" not in found
    assert not any("score" in test or "max_score" in test for test in found["tests"])
    assert "not complete" in found["output"]
    assert found["extra_data"]["complete"] is False


def test_what_could_not_be_graded_has_neither_passed_nor_failed() -> None:
    found = results(report(mixed(complete=False), complete=False))
    (broken,) = [test for test in found["tests"] if test["extra_data"]["verdict"] == "ungradable"]
    assert "status" not in broken
    assert broken["output"].startswith("could not be graded")


def test_what_waits_for_the_teacher_has_no_score_and_is_spoken_of() -> None:
    waits = item("x", {"en": "X"}, ItemState.FOR_REVIEW, check("a", points=2, max_points=2), check(
        "b", Verdict.FOR_REVIEW, 0, 4))  # fmt: skip
    found = results(report(waits))
    assert found["score"] == 2
    first, second = found["tests"]
    assert first["score"] == 2
    assert not {"score", "max_score", "status"} & set(second)
    assert "4 for the teacher to decide" in found["output"]


def test_hidden_checks_are_hidden_tests() -> None:
    found = results(report(mixed()))
    assert [test["visibility"] for test in found["tests"]] == ["visible", "hidden"]


def test_nothing_that_everyone_sees_tells_of_hidden_checks() -> None:
    """Not their results, not the total that holds them, and not what is said of an item because of them."""

    def seen(graded: GradeReport) -> str:
        found = results(graded)
        return json.dumps([found["output"], *(t for t in found["tests"] if t["visibility"] == "visible")])

    passed = check("secret", points=3, max_points=3, hidden=True)
    other = dataclasses.replace(mixed(), checks=(mixed().checks[0], passed, mixed().checks[2]))
    assert seen(report(mixed())) == seen(report(other))
    assert "1 of 1 visible checks passed." in seen(report(mixed()))
    assert "A note." not in seen(report(mixed()))
    assert "4096" not in seen(report(mixed()))


def test_a_students_edition_shows_every_test_since_its_evidence_is_gone() -> None:
    found = results(dataclasses.replace(report(mixed()), edition=Edition.STUDENT))
    assert {test["visibility"] for test in found["tests"]} == {"visible"}
    assert "1 of 2 visible checks passed." in found["output"]


def test_what_the_grader_prints_is_not_shown_to_students() -> None:
    assert results(report())["stdout_visibility"] == "hidden"


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_text_and_moves_nothing(name: str) -> None:
    written = FORMATS["gradescope"](report_full_of(HOSTILE[name]), "en")
    found, ordinary = json.loads(written), results(report_full_of("softmax"))
    RESULTS.validate(found)
    assert found["output_format"] == found["test_output_format"] == found["test_name_format"] == "text"
    for test, expected in zip(found["tests"], ordinary["tests"], strict=True):
        assert {**test, "output": ""} == {**expected, "output": ""}
        assert all(line.isprintable() for line in test["output"].split("\n"))
    assert all(line.isprintable() for line in found["output"].split("\n"))
    assert all(line.isprintable() for line in written.split("\n"))


def test_a_hundred_checks_full_of_long_text_stay_below_a_megabyte() -> None:
    long = Text("{x}\n" * 30, {"x": "word " * 5_000})
    notes = tuple(Text("{n}: {x}" * 5, {"n": str(n), "x": "word " * 5_000}) for n in range(1_000))
    checks = [check(str(n), Verdict.WRONG, 0, 1, long) for n in range(100)]
    graded = report(item("x", {"en": "X"}, ItemState.FAILED, *checks, notes=notes))
    assert len(FORMATS["gradescope"](graded, "en").encode()) < MEGABYTE


def test_lost_points_of_a_passed_check_are_not_called_passed() -> None:
    found = results(report(item("x", {"en": "X"}, ItemState.FAILED, check("v", points=0, max_points=4))))
    assert found["tests"][0]["status"] == "failed"
