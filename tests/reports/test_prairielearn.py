"""PrairieLearn's results.json, against a schema written from its documentation and its reader's source."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from grader.model import GradeReport, ItemState, Text, Verdict
from grader.reports import FORMATS
from tests.reports.hostile import HOSTILE, report_full_of
from tests.reports.sample_report import check, complete_sample_report, item, report, sample_report

STRING = {"type": "string"}
TEST = {
    "type": "object",
    "additionalProperties": False,
    "required": ["name"],
    "properties": {
        "name": STRING,
        "description": STRING,
        "points": {"type": "number"},
        "max_points": {"type": "number"},
        "message": STRING,
        "output": STRING,
        "images": {"type": "array"},
    },
    "dependentRequired": {"points": ["max_points"], "max_points": ["points"]},
}
RESULTS = jsonschema.Draft202012Validator(
    {
        "type": "object",
        "additionalProperties": False,
        "required": ["gradable"],
        "properties": {
            "gradable": {"type": "boolean"},
            "score": {"type": "number", "minimum": 0, "maximum": 1},
            "message": STRING,
            "output": STRING,
            "images": {"type": "array"},
            "format_errors": {"type": "array", "items": STRING},
            "tests": {"type": "array", "items": TEST},
        },
        # An attempt that counts has a score; one that doesn't says why.
        "if": {"properties": {"gradable": {"const": True}}},
        "then": {"required": ["score"], "properties": {"format_errors": False}},
        "else": {"required": ["format_errors"], "properties": {"score": False}},
    }
)
MEGABYTE = 1_000_000  # more than that is refused


def results(graded: GradeReport, lang: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FORMATS["prairielearn"](graded, lang))
    RESULTS.validate(found)
    return found


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize(
    "graded", [sample_report(), complete_sample_report(), report()], ids=["incomplete", "complete", "no items"]
)
def test_results_follow_the_documentation(graded: GradeReport, lang: str) -> None:
    assert results(graded, lang)["gradable"] is graded.complete


def test_the_score_is_the_part_that_was_earned() -> None:
    found = results(
        report(
            item("a", {"en": "A"}, ItemState.PASSED, check("v", points=2, max_points=2)),
            item("b", {"en": "B"}, ItemState.PARTIAL, check("v", Verdict.WRONG, 1, 6)),
        )
    )
    assert found["score"] == 0.375
    assert [(test["name"], test["points"], test["max_points"]) for test in found["tests"]] == [("A", 2, 2), ("B", 1, 6)]
    assert found["message"].startswith("3 of 8")


def test_a_report_that_is_not_complete_is_an_attempt_that_does_not_count() -> None:
    found = results(sample_report())
    assert not any("points" in test for test in found["tests"])
    assert "not complete" in found["format_errors"][0]


def test_what_a_hidden_check_asked_is_not_told() -> None:
    secret = check("v", Verdict.WRONG, 0, 3, Text("asked with {n}", {"n": "4096"}), hidden=True)
    assert "4096" not in json.dumps(results(report(item("x", {"en": "X"}, ItemState.FAILED, secret))))


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_text_and_moves_nothing(name: str) -> None:
    """PrairieLearn turns the colours of a terminal into HTML and escapes the rest: there are no colours to turn."""

    def without_texts(found: dict[str, Any]) -> dict[str, Any]:
        return {**found, "message": "", "tests": [{**test, "output": ""} for test in found["tests"]]}

    written = FORMATS["prairielearn"](report_full_of(HOSTILE[name]), "en")
    found = json.loads(written)
    assert without_texts(found) == without_texts(results(report_full_of("softmax")))
    for text in (found["message"], *(test["output"] for test in found["tests"])):
        assert all(line.isprintable() for line in text.split("\n"))
    assert all(line.isprintable() for line in written.split("\n"))


def test_a_hundred_items_full_of_long_text_stay_below_a_megabyte() -> None:
    long = Text("{x}\n" * 30, {"x": "word " * 5_000})
    items = [item(str(n), {"en": "X"}, ItemState.FAILED, check("v", Verdict.WRONG, 0, 1, long)) for n in range(100)]
    assert len(FORMATS["prairielearn"](report(*items), "en").encode()) < MEGABYTE
