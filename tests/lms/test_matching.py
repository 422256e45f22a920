"""Which row is whose: surely, or nobody's."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.classroom.roster import read_roster
from grader.lms.marks import Mark
from grader.lms.matching import Line, match
from tests.lms.results import mark

LINES = (
    Line(2, "García López, Ana", ("101", "sis7", "ana@example.edu")),
    Line(3, "Ruiz, Luis", ("102", "00042", "luis")),
    Line(4, "Ruiz, Luis", ("103", "sis9", "luis2")),
)


@pytest.mark.parametrize(
    ("one", "row"),
    [
        (mark("101", "1"), 2),
        (mark("SIS7", "1"), 2),
        (mark("ana@example.edu", "1", "Ana"), 2),
        (mark("x", "1", "Ana García López"), 2),
        (mark("x", "1", "ana garcia lopez"), 2),
        (mark("42", "1"), 3),
        (mark("luis2", "1", "Luis Ruiz"), 4),
    ],
)
def test_a_student_is_found_by_any_id_else_by_the_name(one: Mark, row: int) -> None:
    matches = match([one], LINES)
    assert {student: line.row for student, line in matches.lines.items()} == {one.student: row}
    assert not matches.problems


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        (mark("y", "1", "Eva Paz"), "Nobody"),
        (mark("y", "1", "Luis Ruiz"), "Several may"),
        (mark("102", "1", "Ana García López"), "the name that of García López, Ana"),
        # A student's number that happens to be another's in the LMS.
        (mark("102", "1", "Eva Paz"), "quite another name"),
        (mark("", "1"), "Nobody"),
    ],
)
def test_who_is_not_surely_found_is_not_found(one: Mark, reason: str) -> None:
    matches = match([one], LINES)
    assert not matches.lines
    assert [(who, reason in str(why)) for who, why in matches.problems] == [(one, True)]


@pytest.mark.parametrize(
    ("handed_in", "listed"),
    [
        ("smithjohn", "Smith, John"),
        ("smithjohn", "John Smith"),
        ("johnsmith", "Smith, John"),
        ("oneilben", "O'Neil, Ben"),
        ("pérezana", "Pérez, Ana"),
        ("pe\u0301rezana", "Perez, Ana"),
        ("garcialopezmaria", "Maria Garcia Lopez"),
        ("garcialopezmaria", "García-López, María"),
    ],
)
def test_a_name_that_is_run_together_is_the_same_name(handed_in: str, listed: str) -> None:
    """Canvas names what was handed in ``smithjohn_201_9001_hw.ipynb``."""
    one = mark("201", "1", handed_in)
    assert set(match([one], [Line(3, listed, ("201",))]).lines) == {"201"}


@pytest.mark.parametrize("handed_in", ["smithjohn", "paz", "anapere", "ezana"])
def test_a_run_together_name_of_somebody_else_is_refused(handed_in: str) -> None:
    one = mark("201", "1", handed_in)
    matches = match([one], [Line(3, "Pérez, Ana", ("201",)), Line(4, "Smith, John", ("202",))])
    assert not matches.lines


def test_of_two_rows_with_a_number_the_run_together_name_tells() -> None:
    """A Canvas number may be somebody else's SIS id."""
    lines = [Line(3, "Pérez, Ana", ("201",)), Line(4, "Smith, John", ("9", "201"))]
    assert match([mark("201", "1", "pérezana")], lines).lines["201"].row == 3


def test_two_students_at_one_row_get_neither() -> None:
    matches = match([mark("101", "1"), mark("sis7", "2"), mark("luis", "3")], LINES)
    assert set(matches.lines) == {"luis"}
    assert {who.student for who, _ in matches.problems} == {"101", "sis7"}


def test_a_roster_knows_a_students_other_ids(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("id,name,email\nN1,Anita,ana@example.edu\n", encoding="utf-8")
    matches = match([mark("N1", "1")], LINES, read_roster(tmp_path / "roster.csv"))
    assert matches.lines["N1"].row == 2
