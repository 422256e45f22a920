"""nbgrader's table: the columns of its ExportPlugin, and nothing that isn't final."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from grader.lms.marks import Mark, read_marks
from grader.lms.nbgrader_csv import render
from tests.lms.results import mark, written_class

# nbgrader/plugins/export.py
COLUMNS = [
    "assignment", "duedate", "timestamp", "student_id", "last_name", "first_name", "email", "raw_score",
    "late_submission_penalty", "score", "max_score",
]  # fmt: skip


def rows(folder: Path, *marks: Mark) -> list[dict[str, str]]:
    reader = csv.DictReader(io.StringIO(render(read_marks(written_class(folder, marks))), newline=""))
    found = list(reader)
    assert reader.fieldnames == COLUMNS
    return found


def test_a_student_is_a_line(tmp_path: Path) -> None:
    (row,) = rows(tmp_path, mark("ana@example.edu", "71.125", "Álvarez, Ana"))
    email = "ana@example.edu"
    values = ["transformer", "", "", email, "Álvarez", "Ana", email, "71.125", "0", "71.125", "100"]
    assert row == dict(zip(COLUMNS, values, strict=True))


def test_what_is_not_final_has_no_score_and_is_no_zero(tmp_path: Path) -> None:
    found = rows(tmp_path, mark("a", None, state="open"), mark("b", None, state="no_submission"), mark("c", "0"))
    assert [(row["raw_score"], row["score"]) for row in found] == [("", ""), ("", ""), ("0", "0")]


def test_a_name_without_a_comma_is_not_cut(tmp_path: Path) -> None:
    (row,) = rows(tmp_path, mark("a", "1", "Ana García López"))
    assert (row["last_name"], row["first_name"]) == ("Ana García López", "")
    (row,) = rows(tmp_path, mark("ana", "1", "ana"))
    assert (row["last_name"], row["first_name"]) == ("", "")
