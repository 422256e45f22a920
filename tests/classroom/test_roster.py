"""The teacher's list: what its columns are called, how it's encoded, and whom a name on a submission means."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.classroom.collect import collect
from grader.classroom.collection import AttentionKind, Collection, Student
from grader.classroom.roster import Roster, kind_of, read_roster
from grader.errors import UsageError
from tests.classroom.trees import notebook, told, write


def roster(tmp_path: Path, text: str, encoding: str = "utf-8") -> Path:
    path = tmp_path / "students.csv"
    path.write_bytes(text.encode(encoding))
    return path


def students(read: Roster) -> list[Student]:
    return [row.student for row in read.students]


ANA = Student("00123", "Ana García López", "ana@uni.es")


@pytest.mark.parametrize(
    "header",
    [
        "id,name,email",
        "Student ID,Full Name,Email address",
        "NIA;Nombre completo;Correo electrónico",
        "Matrícula;Alumno/a;Dirección de correo",
        "sid\tname\temail",
        '"Número de ID","Nombre","Dirección de correo"',
    ],
)
def test_columns_are_found_by_their_names_in_english_and_spanish(tmp_path: Path, header: str) -> None:
    delimiter = next(mark for mark in ";\t," if mark in header)
    row = delimiter.join(("00123", "Ana García López", "ana@uni.es"))
    assert students(read_roster(roster(tmp_path, f"{header}\n{row}\n"))) == [ANA]


@pytest.mark.parametrize(
    "text",
    [
        "First Name,Last Name,SID,Email\nAna,García López,00123,ana@uni.es\n",  # Gradescope
        "Nombre;Apellido(s);Número de ID;Dirección de correo\nAna;García López;00123;ana@uni.es\n",  # Moodle
        "NIA;Nombre;Primer apellido;Segundo apellido;Correo\n00123;Ana;García;López;ana@uni.es\n",
    ],
)
def test_names_in_two_or_three_columns_are_put_together(tmp_path: Path, text: str) -> None:
    assert students(read_roster(roster(tmp_path, text))) == [ANA]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_encodings_of_spreadsheets_are_read_and_a_guess_is_told(tmp_path: Path, encoding: str) -> None:
    read = read_roster(roster(tmp_path, "id;nombre\r\n1;Begoña Núñez\r\n", encoding))
    assert students(read) == [Student("1", "Begoña Núñez")]
    assert [entry.kind for entry in read.attention] == [AttentionKind.ROSTER] * (encoding == "cp1252")


@pytest.mark.parametrize("text", ["", "\n\n", "color;talla\nrojo;3\n", "<html>"])
def test_a_roster_without_students_is_the_teacher_s_to_mend(tmp_path: Path, text: str) -> None:
    with pytest.raises(UsageError, match="no column"):
        read_roster(roster(tmp_path, text))
    with pytest.raises(UsageError, match="no such file"):
        read_roster(tmp_path / "nowhere.csv")


def test_rows_that_say_nobody_and_ids_twice_are_told(tmp_path: Path) -> None:
    read = read_roster(roster(tmp_path, 'id,name,section\n1,Ana,A\n,,B\n\n1,Eva,A\n1,Ana,A\n2,"Pérez, Luis",A\n'))
    assert students(read) == [Student("1", "Ana"), Student("2", "Pérez, Luis")]
    assert [str(entry.what) for entry in read.attention] == [
        "Row 3 of the roster says nobody's id, name or email.",
        "The roster has '1' twice, and the two rows differ (row 5); the first counts.",
    ]


def test_a_very_long_field_is_no_exception(tmp_path: Path) -> None:
    read = read_roster(roster(tmp_path, f'id,name\n1,"{"x" * 300_000}"\n2,Luis\n"never closed,3\n'))
    assert Student("2", "Luis") in students(read)


def collected(tmp_path: Path, names: list[str], text: str) -> Collection:
    return collect([write(tmp_path / "given", {name: notebook(name) for name in names})], roster(tmp_path, text))


LISTED = "id,name,email,github\n00123,Ana García López,ana@uni.es,anagl\n124,Luis Pérez,luisp@uni.es,lperez\n"


@pytest.mark.parametrize(
    "name",
    [
        "00123.ipynb",
        "123.ipynb",
        "ana@uni.es.ipynb",
        "ana.ipynb",
        "Ana García López.ipynb",
        "GARCIA LOPEZ ANA/hw.ipynb",
        "García_López-Ana.ipynb",
        "anagl/hw.ipynb",
        "ANAGL.ipynb",
        "hw1_00123.ipynb",
        "hw1_ana_garcia_lopez_final.ipynb",
        "Ana Garci\u0301a Lo\u0301pez.ipynb",
        "Ana García López_7_assignsubmission_file_hw.ipynb",
        "GrupoA-Ana García López_7_assignsubmission_file/hw.ipynb",
        "garcíalópezana_9_10_hw.ipynb",
    ],
)
def test_a_student_is_known_by_id_login_email_or_name_however_written(tmp_path: Path, name: str) -> None:
    (ana,) = collected(tmp_path, [name], LISTED).collected
    assert (ana.student, ana.in_roster) == (ANA, True)


@pytest.mark.parametrize(
    "name", ["Ana.ipynb", "García.ipynb", "Ana López.ipynb", "1234.ipynb", "\u0430nagl.ipynb", "hw.ipynb"]
)
def test_part_of_a_name_or_a_lookalike_is_not_enough(tmp_path: Path, name: str) -> None:
    listed = LISTED.replace("ana@uni.es", "a.garcia@uni.es")
    collection = collected(tmp_path, [name], listed)
    (entry,) = collection.collected
    assert entry.in_roster is False
    assert told(collection, AttentionKind.UNKNOWN_STUDENT)[0].student == entry.student
    assert [student.id for student in collection.missing] == ["00123", "124"]


def test_an_lms_s_own_number_is_not_a_student_s_number(tmp_path: Path) -> None:
    """Moodle's participant 124 is somebody, and not the student whose id is 124."""
    collection = collected(tmp_path, ["Eva Ruiz_124_assignsubmission_file/hw.ipynb"], LISTED)
    (eva,) = collection.collected
    assert (eva.student_id, eva.in_roster) == ("moodle:124", False)
    assert {student.id for student in collection.missing} == {"00123", "124"}


def test_moodle_s_worksheet_knows_its_participants(tmp_path: Path) -> None:
    rows = ("Identificador,Nombre completo", "Participante 77,Ana García", "Participante 78,Ana García")
    text = "\n".join(rows)
    files = ["Ana García_78_assignsubmission_file/hw.ipynb", "Ana García_77_assignsubmission_file/hw.ipynb"]
    collection = collected(tmp_path, files, text)
    assert [entry.student_id for entry in collection.collected] == ["Participante 77", "Participante 78"]
    assert [entry.layout_id for entry in collection.collected] == ["77", "78"]
    assert not collection.attention


def test_canvas_s_gradebook_knows_its_users(tmp_path: Path) -> None:
    text = (
        "Student,ID,SIS User ID,SIS Login ID,Section,HW 1 (12)\n    Points Possible,,,,,10\n"
        '"García López, Ana",101,A-9,anagl,S1,\n"Student, Test",999,,,S1,\n'
    )
    collection = collected(tmp_path, ["somebodyelse_101_5_hw.ipynb"], text)
    (ana,) = collection.collected
    assert (ana.student_name, ana.in_roster) == ("García López, Ana", True)
    assert not collection.attention


def test_two_students_of_one_name_are_not_guessed_at(tmp_path: Path) -> None:
    text = "id,name\n1,Ana García\n2,Ana García\n"
    collection = collected(tmp_path, ["Ana García.ipynb"], text)
    assert collection.collected[0].in_roster is False
    (unknown,) = told(collection, AttentionKind.UNKNOWN_STUDENT)
    assert "Ana García (1), Ana García (2)" in str(unknown.what)


def test_the_longer_of_two_names_within_a_file_s_name_is_meant(tmp_path: Path) -> None:
    text = "id,name\n1,Ana García\n2,Ana García López\n"
    collection = collected(tmp_path, ["hw ana garcía lópez.ipynb", "hw ana garcía.ipynb"], text)
    assert {entry.source.rpartition("/")[2]: entry.student_id for entry in collection.collected} == {
        "hw ana garcía lópez.ipynb": "2",
        "hw ana garcía.ipynb": "1",
    }


def test_two_submissions_that_mean_one_student_are_both_listed(tmp_path: Path) -> None:
    collection = collected(tmp_path, ["anagl.ipynb", "00123/hw.ipynb"], LISTED)
    assert not collection.collected
    (several,) = told(collection, AttentionKind.SEVERAL_NOTEBOOKS)
    assert several.student == ANA
    assert len(several.sources) == 2
    assert [student.id for student in collection.missing] == ["124"]


def test_a_slip_of_the_pen_is_told_with_the_row_that_comes_nearest(tmp_path: Path) -> None:
    collection = collected(tmp_path, ["Luis Peres.ipynb", "anagl.ipynb"], LISTED)
    (unknown,) = told(collection, AttentionKind.UNKNOWN_STUDENT)
    assert "Luis Pérez (124)" in str(unknown.what)


def test_a_clone_s_user_may_hold_hyphens_and_never_means_another_student(tmp_path: Path) -> None:
    text = "id,name,github_username\n1,Ana,ana-maria\n2,Eva,ana-eva\n3,Maria,maria\n"
    files = {f"hw1-{user}/.git/HEAD": b"" for user in ("ana-maria", "ana-eva")}
    files |= {f"hw1-{user}/hw.ipynb": notebook(user) for user in ("ana-maria", "ana-eva")}
    collection = collect([write(tmp_path / "c", files)], roster(tmp_path, text))
    assert {entry.student_id: entry.read() for entry in collection.collected} == {
        "1": notebook("ana-maria"),
        "2": notebook("ana-eva"),
    }
    assert [student.id for student in collection.missing] == ["3"]


def test_a_group_s_members_are_not_missing(tmp_path: Path) -> None:
    metadata = b"submission_1:\n  :submitters:\n  - :name: Ana\n    :sid: '123'\n  - :name: L\n    :sid: '124'\n"
    given = write(tmp_path / "c", {"submission_metadata.yml": metadata, "submission_1/hw.ipynb": notebook()})
    collection = collect([given], roster(tmp_path, LISTED))
    assert not collection.missing
    assert [student.id for student in collection.collected[0].others] == ["124"]


def test_every_heading_that_the_documentation_names_is_read() -> None:
    page = (Path(__file__).parents[2] / "docs" / "class.md").read_text(encoding="utf-8")
    table = page.partition("## The roster")[2].partition("```")[0]
    lines = [line for line in table.splitlines() if line.startswith("| ") and "`" in line]
    headings = [heading for line in lines for heading in re.findall(r"`([^`]+)`", line)]
    assert len(headings) > 40
    assert [heading for heading in headings if kind_of(heading) is None] == []
