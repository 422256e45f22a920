"""A text that only a teacher can judge is no fault of the course, as long as it is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.audit.course import Course, open_course
from grader.audit.notebooks import audit_notebook
from grader.audit.references import audit_reference
from grader.audit.rows import Outcome, Row
from tests.end_to_end.course import CHECKOUT, write_notebook


@pytest.fixture(name="course")
def _course() -> Course:
    return open_course(CHECKOUT / "assignments" / "written" / "rubric.yaml", ("residual_question",), seed=1)


def audited(course: Course, folder: Path, answer: str, name: str = "solved.ipynb") -> Row:
    notebook = write_notebook(folder / name, [f"residual_answer = {answer}"])
    return audit_notebook(course, notebook, lambda _: None)


def test_the_reference_attains_what_can_be_attained(course: Course) -> None:
    (row,) = audit_reference(course, course.components[0])
    assert (row.outcome, row.got) == (Outcome.OK, "all points (reasoned for the teacher)")


def test_a_solved_notebook_may_leave_it_to_the_teacher(course: Course, tmp_path: Path) -> None:
    row = audited(course, tmp_path, "'The gradient vanishes.'")
    assert (row.outcome, row.got) == (Outcome.OK, "0 of 12 points, and 12 that a teacher gives")


@pytest.mark.parametrize("answer", ["None", "''", "'yes'", "0.5"])
def test_a_solved_notebook_without_an_answer_is_a_fault(course: Course, tmp_path: Path, answer: str) -> None:
    row = audited(course, tmp_path, answer)
    assert row.outcome is Outcome.FAULT
    assert row.got.startswith("0 of 12 points; residual_question reasoned: ")


def test_an_empty_starter_earns_nothing(course: Course, tmp_path: Path) -> None:
    assert audited(course, tmp_path, "'''\\n'''", "starter.ipynb").got == "0 of 12 points"
