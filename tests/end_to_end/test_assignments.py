"""Every assignment of the course, by the real grader: solved ones earn everything and starting points nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from grader.course import find_rubric, rubrics_of
from grader.kernel.warm import Zygote
from grader.reports import FORMATS
from tests.end_to_end.course import CHECKOUT, grade_warm

ASSIGNMENTS = CHECKOUT / "assignments"

pytestmark = pytest.mark.kernel

MANUAL = {"residual_question"}  # a person reads it


def graded(zygote: Zygote, notebook: Path, assignment: str | None = None) -> dict[str, Any]:
    """The report for programs, of what is found to be the notebook's assignment; else of `assignment`."""
    report = grade_warm(zygote, notebook, seed=3, assignment=assignment)
    body: dict[str, Any] = json.loads(FORMATS["json"](report, "en"))
    return body


def short_of(report: dict[str, Any]) -> dict[str, Any]:
    return {
        item["id"]: [check["message"] for check in item["checks"] if check["points"] < check["max_points"]]
        for item in report["items"]
        if item["points"] < item["max_points"] and item["id"] not in MANUAL
    }


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("assignment", list(rubrics_of(find_rubric().parent)))
def test_a_solved_notebook_earns_everything_and_the_starting_point_nothing(
    zygote: Zygote, assignment: str, language: str
) -> None:
    solved = graded(zygote, ASSIGNMENTS / assignment / f"solved.{language}.ipynb")
    assert solved["assignment"] == assignment
    assert solved["complete"]
    assert short_of(solved) == {}
    assert solved["max_points"] == 100
    starter = graded(zygote, ASSIGNMENTS / assignment / f"starter.{language}.ipynb")
    assert starter["assignment"] == assignment
    assert {item["id"]: item["points"] for item in starter["items"] if item["points"]} == {}


def test_a_notebook_of_several_assignments_is_graded_for_each(zygote: Zygote, tmp_path: Path) -> None:
    """Without --assignment for the one that it has most of, and the others are named."""
    names = ["foundations", "building_blocks"]
    parts = [json.loads((ASSIGNMENTS / name / "solved.en.ipynb").read_text(encoding="utf-8")) for name in names]
    combined = {**parts[0], "cells": [cell for part in parts for cell in part["cells"]]}
    combined["metadata"] = {key: value for key, value in combined["metadata"].items() if key != "grader"}
    for number, cell in enumerate(combined["cells"]):
        cell["id"] = f"cell-{number}"
    notebook = tmp_path / "combined.ipynb"
    notebook.write_text(json.dumps(combined), encoding="utf-8")
    for name in names:
        report = graded(zygote, notebook, name)
        assert report["assignment"] == name
        assert short_of(report) == {}
    unasked = graded(zygote, notebook)
    assert unasked["assignment"] in names
    (other,) = set(names) - {unasked["assignment"]}
    assert any(other in finding["message"] for finding in unasked["findings"])


@pytest.mark.parametrize("assignment", ["foundations", "building_blocks"])
def test_float64_as_the_default_costs_nothing(zygote: Zygote, assignment: str, tmp_path: Path) -> None:
    """Inputs come in the dtype that the notebook's own modules have (contract)."""
    notebook = json.loads((ASSIGNMENTS / assignment / "solved.en.ipynb").read_text(encoding="utf-8"))
    source = "import torch\ntorch.set_default_dtype(torch.float64)"
    first: dict[str, Any] = {
        "cell_type": "code",
        "id": "float64",
        "metadata": {},
        "execution_count": None,
        "outputs": [],
    }
    notebook["cells"].insert(0, {**first, "source": source})
    changed = tmp_path / "float64.ipynb"
    changed.write_text(json.dumps(notebook), encoding="utf-8")
    assert short_of(graded(zygote, changed)) == {}
