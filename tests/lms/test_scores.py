"""Scores as platforms record them."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from grader.classroom.reports import FORMATS
from grader.errors import UsageError
from grader.lms.marks import read_marks
from grader.lms.nbgrader_csv import render
from grader.lms.scores import read_scores
from tests.classroom.reports.sample_class import sample_class
from tests.lms.results import mark, written_class
from tests.lms.test_canvas_csv import COLUMN, EXPORT
from tests.lms.test_moodle_worksheet import SITES

# gh teacher download; Gradescope: "Download Grades"
CLASSROOM50 = (
    "username,first_name,last_name,email,section,score,max_score,datetime,submission_tag,submitted_by,review_url,late,"
    "override\nana,Ana,Álvarez,ana@example.edu,A,71,100,2026-11-30T10:00:00Z,submit/x,ana,https://x,false,\n"
)
GRADESCOPE = (
    "First Name,Last Name,SID,Email,Sections,Total Score,Max Points,Status,Submission ID\n"
    "Ana,Álvarez,s1,ana@example.edu,A,71.1,100.0,Graded,1\nBea,Núñez,s2,bea@example.edu,A,,100.0,Missing,\n"
)


def scores(tmp_path: Path, text: str, column: str | None = None) -> list[tuple[str, tuple[str, ...], str | None]]:
    file = tmp_path / "scores.csv"
    file.write_bytes(text.encode())
    return [(one.line.name, one.line.ids, one.score) for one in read_scores(file, column)]


def test_a_comma_in_a_name_of_nbgraders_moves_nothing(tmp_path: Path) -> None:
    """Its export has no quotation marks; a line of nbgrader 0.9.6's."""
    table = (
        "assignment,duedate,timestamp,student_id,last_name,first_name,email,raw_score,late_submission_penalty,score,"
        "max_score\n"
        "transformer,,2026-11-30 11:58:43.419238,bea.nunez@example.edu,Núñez, de la Peña,Bea,,7.5,0.0,7.5,12.0\n"
        "transformer,,2026-11-30 11:58:43.419238,s00123,Ruiz,Carlos,,8.0,0.0,8.0,12.0\n"
    )
    file = tmp_path / "grades.csv"
    file.write_text(table, encoding="utf-8")
    found = [(one.line.ids, one.line.name, one.score, one.maximum) for one in read_scores(file)]
    assert found == [
        (("bea.nunez@example.edu",), "Bea Núñez", "7.5", Decimal("12.0")),
        (("s00123",), "Carlos Ruiz", "8.0", Decimal("12.0")),
    ]


def test_classroom_50(tmp_path: Path) -> None:
    assert scores(tmp_path, CLASSROOM50) == [("Ana Álvarez", ("ana", "ana@example.edu"), "71")]


def classroom50(**assignments: list[dict[str, object]]) -> str:
    """scores.json as its collect_scores.py writes it: the newest submission first."""
    buckets = {slug: {"type": "individual", "entries": entries} for slug, entries in assignments.items()}
    return json.dumps({"schema": "classroom50/scores/v1", "assignments": buckets})


def test_classroom_50s_scores(tmp_path: Path) -> None:
    file = tmp_path / "scores.json"
    newest, older = {"score": 71, "max-score": 100}, {"score": 12, "max-score": 100}
    entries: list[dict[str, object]] = [
        {"owner": "ana", "submissions": [newest, older]},
        {"owner": "group-1", "member_usernames": ["bea", "carlos"], "submissions": [older]},
        {"owner": "diego", "submissions": []},
    ]
    file.write_text(classroom50(transformer=entries))
    assert [(one.line.ids, one.score) for one in read_scores(file)] == [
        (("ana",), "71"),
        (("bea",), "12"),
        (("carlos",), "12"),
        (("diego",), None),
    ]
    assert read_scores(file)[0].maximum == Decimal(100)
    file.write_text(classroom50(transformer=entries, other=[]))
    with pytest.raises(UsageError, match="--column"):
        read_scores(file)
    assert len(read_scores(file, "transformer")) == 4


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{",
        '{"schema": "classroom50/result/v1"}',
        '{"schema": "classroom50/scores/v1", "assignments": {"x": {"entries": [{"owner": "a", "submissions": [{}]}]}}}',
    ],
)
def test_other_json_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "scores.json").write_text(text)
    with pytest.raises(UsageError, match=r"scores\.json"):
        read_scores(tmp_path / "scores.json")


def test_gradescope(tmp_path: Path) -> None:
    assert scores(tmp_path, GRADESCOPE) == [
        ("Ana Álvarez", ("s1", "ana@example.edu"), "71.1"),
        ("Bea Núñez", ("s2", "bea@example.edu"), None),
    ]


def test_canvas_wants_a_column(tmp_path: Path) -> None:
    assert scores(tmp_path, EXPORT, COLUMN)[:2] == [
        ("Álvarez, Ana", ("101", "s1", "ana"), None),
        ("Núñez, Bea", ("102", "s2", "bea"), "80.00"),
    ]
    with pytest.raises(UsageError, match="--column"):
        scores(tmp_path, EXPORT)


def test_moodle(tmp_path: Path) -> None:
    assert [score for _, _, score in scores(tmp_path, SITES["es"].text)] == [None, "80,00", None]


def test_our_own_tables_and_folders(tmp_path: Path) -> None:
    out = written_class(tmp_path / "out", [mark("ana", "71.1"), mark("bea", None, state="open")])
    for path in (out, out / "class.json"):
        assert [(one.line.ids, one.score) for one in read_scores(path)] == [(("ana",), "71.1"), (("bea",), None)]
        assert read_scores(path)[0].maximum == Decimal(100)
    (tmp_path / "n.csv").write_text(render(read_marks(out)))
    assert [(one.line.ids, one.score) for one in read_scores(tmp_path / "n.csv")] == [
        (("ana",), "71.1"),
        (("bea",), None),
    ]


def test_a_guard_before_a_formula_is_no_part_of_an_id(tmp_path: Path) -> None:
    assert scores(tmp_path, "student,points\n'=1+1,5\n'tHooft,6\n") == [("", ("=1+1",), "5"), ("", ("'tHooft",), "6")]
    found = scores(tmp_path, FORMATS["csv_wide"](sample_class()))
    assert {ids[0] for _, ids, _ in found} >= {result.student for result in sample_class().results}


def test_a_table_that_says_nobodys_scores_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no column that says who"):
        scores(tmp_path, "a,b\n1,2\n")
    with pytest.raises(UsageError, match="no column that says who"):
        scores(tmp_path, "student,points\nana,2\n", "other")
