"""The result of a runner of the retired GitHub Classroom, read as its reporter reads it."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from grader.model import GradeReport, ItemState, Text, Verdict
from grader.reports import FORMATS
from tests.reports.hostile import HOSTILE, report_full_of
from tests.reports.sample_report import check, complete_sample_report, item, report, sample_report
from tests.reports.test_github import ATTACKS, command_in


def decoded(graded: GradeReport, lang: str = "en") -> dict[str, Any]:
    text = FORMATS["classroom-legacy"](graded, lang)
    assert text.endswith("\n")
    assert text.count("\n") == 1, "a step's output is one line"
    found: dict[str, Any] = json.loads(base64.b64decode(text, validate=False))
    return found


def notified(results: dict[str, Any]) -> tuple[float, float] | None:
    """NotifyClassroom of autograding-grading-reporter: total and maximum, or nobody is notified."""
    if not results["max_score"]:
        return None
    return sum(test["score"] for test in results["tests"]), results["max_score"]


def logged(results: dict[str, Any]) -> list[str]:
    """ConsoleResults of the same: the lines that the job's log gets."""
    lines: list[str] = []
    for test in results["tests"]:
        if test["status"] == "pass":
            lines += f"\u001b[32m✅ {test['name']}\n\u001b[0m".splitlines()
        else:
            lines += f"\u001b[31m❌ {test['name']}\n".splitlines()
            lines += f"Error: {test['message'] or 'Failed to run test'}\n\u001b[0m".splitlines()
    return lines


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_reporter_notifies_the_points_of_a_complete_report(lang: str) -> None:
    graded = complete_sample_report()
    total, most = notified(decoded(graded, lang)) or (None, None)
    assert total == pytest.approx(float(graded.points), abs=1e-3)
    assert most == float(graded.max_points)


def test_each_item_is_a_test() -> None:
    results = decoded(
        report(
            item("a", {"en": "A"}, ItemState.PASSED, check("v", points=2, max_points=2)),
            item("b", {"en": "B"}, ItemState.PARTIAL, check("v", Verdict.WRONG, 5.5, 8)),
        )
    )
    assert (results["version"], results["status"], results["max_score"]) == (1, "fail", 10)
    assert [(test["name"], test["status"], test["score"]) for test in results["tests"]] == [
        ("A", "pass", 2),
        ("B", "fail", 5.5),
    ]
    assert set(results["tests"][0]) == {
        "name", "status", "score", "message", "test_code", "filename", "line_no", "duration"
    }  # fmt: skip


def test_everything_right_has_passed() -> None:
    results = decoded(report(item("a", {"en": "A"}, ItemState.PASSED, check("v", points=2, max_points=2))))
    assert (results["status"], notified(results)) == ("pass", (2, 2))


def test_a_report_that_is_not_complete_notifies_nobody_and_fails() -> None:
    results = decoded(sample_report())
    assert results["status"] == "error"
    assert notified(results) is None
    assert not any("score" in test or test["status"] == "pass" for test in results["tests"])


def test_what_a_hidden_check_asked_is_not_told() -> None:
    secret = check("v", Verdict.WRONG, 0, 3, Text("asked with {n}", {"n": "4096"}), hidden=True)
    assert "4096" not in json.dumps(decoded(report(item("x", {"en": "X"}, ItemState.FAILED, secret))))


@pytest.mark.parametrize("name", ATTACKS)
def test_hostile_text_starts_no_command_in_the_log_and_moves_nothing(name: str) -> None:
    def without_messages(results: dict[str, Any]) -> dict[str, Any]:
        return {**results, "tests": [{**test, "message": ""} for test in results["tests"]]}

    results = decoded(report_full_of(ATTACKS[name]))
    assert without_messages(results) == without_messages(decoded(report_full_of("softmax")))
    assert not any(command_in(line) for line in logged(results))
    assert all(line.isprintable() for test in results["tests"] for line in test["message"].split("\n"))


def test_the_attacks_hold_all_hostile_texts() -> None:
    assert set(HOSTILE) < set(ATTACKS)
