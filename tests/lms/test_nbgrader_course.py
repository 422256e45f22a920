"""An nbgrader course's folder of submissions is a class: ``submitted/<student>/<assignment>/<notebook>``."""

from __future__ import annotations

import json
from pathlib import Path

from grader.classroom.collect import collect

NOTEBOOK = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


def test_each_student_has_their_notebook_and_side_files_are_no_submissions(tmp_path: Path) -> None:
    for student in ("ana", "bea_núñez"):
        folder = tmp_path / "submitted" / student / "transformer"
        folder.mkdir(parents=True)
        notebook = {**NOTEBOOK, "metadata": {"of": student}}
        (folder / "transformer.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
        (folder / "timestamp.txt").write_text("2026-11-30 10:00:00.000000 UTC")
        (folder / ".ipynb_checkpoints").mkdir()
        (folder / ".ipynb_checkpoints" / "transformer-checkpoint.ipynb").write_text(json.dumps(NOTEBOOK))
    found = collect([tmp_path / "submitted"], None)
    assert [one.student_id for one in found.collected] == ["ana", "bea_núñez"]
    assert not found.attention
