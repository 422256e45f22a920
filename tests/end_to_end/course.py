"""A course folder like the real one, with quicker limits, notebooks to hand in, and one warm process to grade them."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grader.choosing import chosen_rubric
from grader.intake import read_submission
from grader.kernel.warm import Zygote
from grader.model import GradeReport, ItemGrade
from grader.pipeline import grade_submission, open_course

__all__ = [
    "CHECKOUT",
    "SAMPLES",
    "cells_of",
    "grade_cells",
    "grade_warm",
    "item",
    "verdicts",
    "write_course",
    "write_notebook",
]

CHECKOUT = Path(__file__).parents[2]
SAMPLES = CHECKOUT / "assignments" / "transformer" / "samples"


def write_course(folder: Path, **limits: float) -> Path:
    """The checkout's rubric with other `limits`, beside a link to the references; the rubric's path."""
    text = (CHECKOUT / "rubric.yaml").read_text(encoding="utf-8")
    start = text.index("limits:")
    quick = {"cell_seconds": 20.0, "notebook_seconds": 60.0, "call_seconds": 4.0} | limits
    line = "limits: {" + ", ".join(f"{key}: {value}" for key, value in quick.items()) + "}"
    rubric = folder / "rubric.yaml"
    rubric.write_text(text[:start] + line + text[text.index("\n", start) :], encoding="utf-8")
    (folder / "reference_solutions").symlink_to(CHECKOUT / "reference_solutions")
    return rubric


def cells_of(notebook: Path) -> list[str]:
    """The sources of a notebook's code cells."""
    document = json.loads(notebook.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code"]


def write_notebook(path: Path, cells: list[str], metadata: Mapping[str, Any] | None = None) -> Path:
    document = {
        "nbformat": 4,
        "nbformat_minor": 5,
        "metadata": metadata or {},
        "cells": [
            {
                "cell_type": "code",
                "id": f"c{number}",
                "metadata": {},
                "execution_count": None,
                "outputs": [],
                "source": textwrap.dedent(source),
            }
            for number, source in enumerate(cells)
        ],
    }
    path.write_text(json.dumps(document), encoding="utf-8")
    return path


def grade_warm(
    zygote: Zygote,
    notebook: Path,
    *,
    seed: int,
    rubric: Path | None = None,
    assignment: str | None = None,
    only: tuple[str, ...] = (),
) -> GradeReport:
    """What `grader.pipeline.grade` does, in a kernel forked from `zygote`, as a class is graded.

    Importing torch takes longer than most gradings; here it's done once.
    """
    submission = read_submission(notebook)
    chosen, recognised = chosen_rubric(submission, rubric, assignment)
    return grade_submission(submission, zygote, open_course(chosen), seed=seed, only=only, findings=recognised)


def grade_cells(
    zygote: Zygote, folder: Path, cells: list[str], *, seed: int = 1, only: tuple[str, ...] = (), **limits: float
) -> GradeReport:
    rubric = write_course(folder, **limits)
    return grade_warm(zygote, write_notebook(folder / "submission.ipynb", cells), rubric=rubric, seed=seed, only=only)


def item(report: GradeReport, id_: str) -> ItemGrade:
    return next(grade for grade in report.items if grade.id == id_)


def verdicts(grade: ItemGrade) -> dict[str, str]:
    return {check.id: check.verdict.value for check in grade.checks}
