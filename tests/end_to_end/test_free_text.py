"""A text is left open by the grader and decided by a teacher, on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.course import CHECKOUT, cells_of, write_notebook

pytestmark = pytest.mark.kernel

ASSIGNMENT = CHECKOUT / "assignments" / "written"


def run(notebook: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "grader.cli", str(notebook), "--rubric", str(ASSIGNMENT / "rubric.yaml"), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=CHECKOUT)


def report(notebook: Path, *options: str) -> dict[str, Any]:
    done = run(notebook, "--format", "json", *options)
    assert done.returncode == 0, done.stderr
    read: dict[str, Any] = json.loads(done.stdout)
    return read


def residual(of: dict[str, Any]) -> dict[str, Any]:
    item: dict[str, Any] = next(item for item in of["items"] if item["id"] == "residual_question")
    return item


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_solved_notebook_earns_all_but_the_text(language: str) -> None:
    graded = report(ASSIGNMENT / f"solved.{language}.ipynb", "--lang", language)
    assert (graded["points"], graded["max_points"], graded["complete"]) == (88, 100, True)
    assert residual(graded)["state"] == "for_review"
    assert "f'(x)" in residual(graded)["checks"][0]["message"]


def test_a_starter_earns_nothing() -> None:
    graded = report(ASSIGNMENT / "starter.es.ipynb")
    assert (graded["points"], {item["state"] for item in graded["items"]}) == (0, {"missing"})


def test_a_teacher_gives_the_points() -> None:
    graded = report(ASSIGNMENT / "solved.en.ipynb", "--award", "residual_question=9")
    assert (graded["points"], residual(graded)["points"]) == (97, 9)
    assert residual(graded)["checks"][0]["verdict"] == "decided"


def test_the_screen_says_how() -> None:
    shown = run(ASSIGNMENT / "solved.en.ipynb", "--only", "residual_question").stdout
    assert "0 of 12; 12 for the teacher to decide" in shown
    assert "--award residual_question=POINTS" in " ".join(shown.split())
    assert "no way of matching the weights" not in " ".join(shown.split())


@pytest.mark.parametrize(
    ("answer", "award", "why"),
    [
        ("'The gradient vanishes.'", "residual_question=13", "has 12 points, fewer than 13"),
        ("''", "residual_question=9", "nothing in residual_question waits for a decision; it has 0 points"),
        ("'yes'", "residual_question=1", "nothing in residual_question waits for a decision; it has 0 points"),
    ],
)
def test_what_cannot_be_given_is_refused(tmp_path: Path, answer: str, award: str, why: str) -> None:
    notebook = write_notebook(tmp_path / "one.ipynb", [f"residual_answer = {answer}"])
    done = run(notebook, "--only", "residual_question", "--award", award)
    assert (done.returncode, why in done.stderr) == (2, True), done.stderr


def test_a_variable_whose_cell_stopped_before_it_is_told_so(tmp_path: Path) -> None:
    notebook = write_notebook(tmp_path / "one.ipynb", ["1 / 0\nconversations_per_card = 59"])
    graded = report(notebook, "--only", "conversations_per_card")
    message = graded["items"][0]["checks"][0]["message"]
    assert message.startswith("`conversations_per_card` is written in")
    assert "ZeroDivisionError" in message


def test_the_solved_notebooks_have_no_empty_answers() -> None:
    """Nothing of the starting point's placeholders is left, but for the matrix that isn't needed."""
    for language in ("en", "es"):
        empty = [line for cell in cells_of(ASSIGNMENT / f"solved.{language}.ipynb") for line in cell.splitlines()]
        assert [line for line in empty if line.endswith("= None")] == [
            {"en": "look_W_K = None", "es": "W_K_mirada = None"}[language]
        ]
