"""Canvas's gradebook, and its importer as its source has it (``lib/gradebook_importer.rb``)."""

from __future__ import annotations

import csv
import io
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import UsageError
from grader.lms.canvas_csv import gradebook
from grader.lms.entering import Outcome, plan
from grader.lms.marks import scaled
from tests.lms.results import PAYLOADS, mark

COLUMN = "Transformer (12345)"
EXPORT = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Warm-up (11),Transformer (12345),Current Score,Final Score\r\n"
    ",,,,,,Manual Posting,,\r\n"
    "    Points Possible,,,,,5.00,100.00,(read only),(read only)\r\n"
    '"Álvarez, Ana",101,s1,ana,"A, B",5.00,,95.00,47.50\r\n'
    '"Núñez, Bea",102,s2,bea,A,4.00,80.00,88.00,88.00\r\n'
    '"Ruiz, Carlos",103,s3,carlos,A,EX,EX,,\r\n'
    '"Paz, Fede",104,s4,fede,A,1.00,71.10,20.00,71.00\r\n'
    '"Student, Test",199,,t,A,,,,\r\n'
)
SEMICOLONS = (
    "\ufeffStudent;ID;SIS Login ID;Section;Transformer (12345)\r\n"
    "    Points Possible;;;;10,00\r\n"
    '"Álvarez, Ana";101;ana;A;5,50\r\n'
    "Núñez, Bea;102;bea;A;\r\n"
)
MARKS = (
    mark("ana", "71.1", "Ana Álvarez"),
    mark("s2", "60"),
    mark("103", "90"),
    mark("s4", "71.1"),
)


def imported(data: bytes, column: str) -> dict[str, str]:
    """What Canvas's importer reads in `column`, by Canvas id: delimiter by the first three lines, decimal commas."""
    text = data.decode("utf-8-sig")
    first = [line for line in text.split("\n")[:3] if line]
    counts = {}
    for sign in ";,":
        widths = {len(next(csv.reader([line], delimiter=sign))) for line in first}
        counts[sign] = widths.pop() if len(widths) == 1 else 0
    rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=";" if counts[";"] > counts[","] else ","))
    at = rows[0].index(column)
    grades = {}
    for row in rows[1:]:
        if "Points Possible" in row[0] or all(re.fullmatch(r"\s*(Muted|Manual Posting.*)?\s*", v) for v in row):
            continue
        value = row[at].strip()
        grades[row[1]] = value.replace(",", ".") if re.fullmatch(r"-?[0-9.,]+%?", value) else value
    return grades


def test_one_column_changes_and_every_other_byte_stays() -> None:
    made = plan(gradebook(EXPORT.encode(), COLUMN, "g.csv"), MARKS)
    assert made.file.decode() == EXPORT.replace('"A, B",5.00,,', '"A, B",5.00,71.10,')
    assert [(entry.mark.student, entry.outcome) for entry in made.entries] == [
        ("ana", Outcome.CHANGED),
        ("s2", Outcome.LOWER),
        ("103", Outcome.LOCKED),
        ("s4", Outcome.SAME),
    ]
    assert [line.name for line in made.without] == ["Student, Test"]


def test_what_is_written_is_what_canvas_reads() -> None:
    made = plan(gradebook(EXPORT.encode(), COLUMN, "g.csv"), MARKS, allow_decrease=True)
    before, after = imported(EXPORT.encode(), COLUMN), imported(made.file, COLUMN)
    assert after == {**before, "101": "71.10", "102": "60.00"}, "who is excused stays so"


def test_semicolons_decimal_commas_and_a_byte_order_mark_stay_and_points_are_scaled() -> None:
    made = plan(gradebook(SEMICOLONS.encode(), "Transformer", "g.csv"), MARKS[:2])
    assert made.maximum == 10
    assert made.file.decode() == SEMICOLONS.replace("5,50", "7,11")
    assert imported(made.file, COLUMN) == {"101": "7.11", "102": ""}
    assert made.entries[1].outcome is Outcome.NOT_FOUND, "s2 is in no column of this file"


@pytest.mark.parametrize(
    "row", [",,,,,,Manual Posting,(read only),(read only)", ",,,,,,Publicación manual,,", ",,,,,,Muted,,"]
)
def test_the_row_that_says_how_grades_are_posted_is_no_student(row: str) -> None:
    export = EXPORT.replace(",,,,,,Manual Posting,,", row)
    assert [line.row for line in gradebook(export.encode(), COLUMN, "g.csv").lines] == [3, 4, 5, 6, 7]


def test_a_grade_is_never_lowered_unless_that_is_asked_for() -> None:
    for lower in ("0", "79.99"):
        kept = plan(gradebook(EXPORT.encode(), COLUMN, "g.csv"), [mark("s2", lower)])
        assert kept.file == EXPORT.encode()
        assert not kept.is_whole
        asked = plan(gradebook(EXPORT.encode(), COLUMN, "g.csv"), [mark("s2", lower)], allow_decrease=True)
        assert asked.entries[0].outcome is Outcome.CHANGED


@pytest.mark.parametrize("state", ["open", "not_graded", "no_submission"])
def test_what_is_not_final_is_not_entered(state: str) -> None:
    made = plan(gradebook(EXPORT.encode(), COLUMN, "g.csv"), [mark("ana", None, state=state)], allow_decrease=True)
    assert made.file == EXPORT.encode()
    assert made.is_whole is (state == "no_submission")


@pytest.mark.parametrize(
    ("column", "told"),
    [("Homework", "no column"), ("Final Score", "no column"), ("Section", "no column"), ("ID", "no column")],
)
def test_only_an_assignment_is_a_column_to_enter_grades_in(column: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        gradebook(EXPORT.encode(), column, "g.csv")


def test_a_title_that_two_assignments_have_needs_its_number() -> None:
    twice = EXPORT.replace("Warm-up (11)", "Transformer (11)").encode()
    with pytest.raises(UsageError, match="several columns"):
        gradebook(twice, "Transformer", "g.csv")
    assert gradebook(twice, "Transformer (11)", "g.csv").column == 5


def test_what_is_no_gradebook_or_computed_by_canvas_is_refused() -> None:
    with pytest.raises(UsageError, match="isn't a gradebook"):
        gradebook(b"id,name\n1,x\n", COLUMN, "g.csv")
    with pytest.raises(UsageError, match="computes"):
        gradebook(EXPORT.replace("100.00,", "(read only),").encode(), COLUMN, "g.csv")


def test_first_and_last_names_in_columns_of_their_own() -> None:
    text = "LastName,FirstName,ID,Section,HW (1)\nPoints Possible,,,,100\nÁlvarez,Ana,101,A,\n"
    made = plan(gradebook(text.encode(), "HW", "g.csv"), [mark("x", "50", "Ana Álvarez")])
    assert made.file.decode() == text.replace("101,A,", "101,A,50.00")


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_name_that_is_a_formula_stays_as_canvas_wrote_it_and_nothing_of_ours_is_one(payload: str) -> None:
    """Canvas matches names, so they can't be guarded here; what is entered is a number."""
    name = payload.replace('"', '""')
    text = EXPORT.replace("Álvarez, Ana", name)
    made = plan(gradebook(text.encode(), COLUMN, "g.csv"), [mark("ana", "71.1", payload)])
    assert made.file.decode() == text.replace('"A, B",5.00,,', '"A, B",5.00,71.10,')


@given(
    st.decimals(0, 100, places=4),
    st.sampled_from([None, Decimal(10), Decimal(20), Decimal(100), Decimal("7.5")]),
)
def test_a_scaled_grade_is_near_and_keeps_nothing_and_everything_apart(
    points: Decimal, maximum: Decimal | None
) -> None:
    most = Decimal(100) if maximum is None else maximum
    grade = scaled(points, Decimal(100), maximum)
    assert abs(grade - points * most / 100) <= Decimal("0.01")
    assert (grade == most) is (points == 100)
    assert (grade == 0) is (points == 0)
