"""``grade export``: what it writes, what it says, and how it ends."""

from __future__ import annotations

import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from grader.cli import main
from tests.lms.results import mark, written_class
from tests.lms.test_canvas_csv import COLUMN, EXPORT, MARKS
from tests.lms.test_moodle_worksheet import SITES


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return written_class(tmp_path / "out", MARKS)


@pytest.fixture
def gradebook(tmp_path: Path) -> Path:
    file = tmp_path / "gradebook.csv"
    file.write_bytes(EXPORT.encode())
    return file


def test_a_dry_run_says_what_would_change_and_writes_nothing(
    out: Path, gradebook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(out.parent.rglob("*"))
    code = main(["export", "canvas", str(out), "--gradebook", str(gradebook), "--column", COLUMN, "--dry-run"])
    said = capsys.readouterr().out
    assert code == 1, "somebody needs a look"
    assert said.splitlines() == [
        "Grades that would change: 1; there already: 1; to be looked at: 2.",
        "  Ana Álvarez (ana): - -> 71.10",
        "To be looked at:",
        "  s2: 80.00, not 60.00. A higher grade is there; --allow-decrease would lower it.",
        "  103: EX, not 90.00. EX is there, which isn't a number.",
        "No result, and stay as they are: 1 (Student, Test).",
    ]
    assert sorted(out.parent.rglob("*")) == before
    assert gradebook.read_bytes() == EXPORT.encode()


def test_a_notebook_for_another_assignment_is_entered_only_when_told(
    gradebook: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fourteen points for the wrong file are no grade."""
    first, *rest = MARKS
    out = written_class(tmp_path / "others", [replace(first, of_another=True), *rest])
    command = ["export", "canvas", str(out), "--gradebook", str(gradebook), "--column", COLUMN, "--dry-run"]
    assert main(command) == 1
    said = capsys.readouterr().out
    assert "Grades that would change: 0; there already: 1; to be looked at: 3." in said
    assert "  Ana Álvarez (ana): -, not 71.10. The notebook says that it's for another assignment" in said
    main([*command, "--allow-other-assignment"])
    assert "  Ana Álvarez (ana): - -> 71.10" in capsys.readouterr().out


def test_the_file_to_import_is_written_beside_the_export(
    out: Path, gradebook: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "import.csv"
    command = ["export", "canvas", str(out), "--gradebook", str(gradebook), "--column", COLUMN, "--allow-decrease"]
    assert main([*command, "-o", str(file)]) == 1
    assert "Grades changed: 2;" in capsys.readouterr().out
    assert file.read_bytes().decode() == EXPORT.replace('"A, B",5.00,,', '"A, B",5.00,71.10,').replace(
        ",4.00,80.00,", ",4.00,60.00,"
    )


def test_it_never_writes_over_the_export_and_wants_a_place(
    out: Path, gradebook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["export", "canvas", str(out), "--gradebook", str(gradebook), "--column", COLUMN]
    assert main([*command, "-o", str(gradebook)]) == 2
    assert main(command) == 2
    assert "-o" in capsys.readouterr().err
    assert gradebook.read_bytes() == EXPORT.encode()


def test_moodles_worksheet_and_zip(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = written_class(tmp_path / "out", [mark("ana@example.edu", "71.1"), mark("bea@example.edu", "80")])
    sheet = tmp_path / "w.csv"
    sheet.write_bytes(SITES["es"].text.encode())
    assert main(["export", "moodle", str(out), "--worksheet", str(sheet), "-o", str(tmp_path / "i.csv")]) == 0
    assert '"71,10"' in (tmp_path / "i.csv").read_text(encoding="utf-8")
    assert "there already: 1;" in capsys.readouterr().out
    assert main(["export", "moodle-feedback", str(out), "--worksheet", str(sheet), "-o", str(tmp_path / "f.zip")]) == 0
    with zipfile.ZipFile(tmp_path / "f.zip") as archive:
        assert archive.testzip() is None
        assert len(archive.namelist()) == 2
    assert "f.zip: 2." in capsys.readouterr().out


def test_nbgraders_table(out: Path, tmp_path: Path) -> None:
    assert main(["export", "nbgrader", str(out), "-o", str(tmp_path / "g.csv")]) == 0
    assert (tmp_path / "g.csv").read_bytes().startswith(b"assignment,")


@pytest.mark.parametrize(
    ("changes", "told"),
    [({"anonymous": True}, "pseudonyms"), ({"format": 2}, "another version"), ({"students": [{}]}, "isn't what")],
)
def test_what_grade_class_did_not_write_for_this_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, object], told: str
) -> None:
    out = written_class(tmp_path / "out", MARKS, **changes)
    assert main(["export", "nbgrader", str(out), "-o", str(tmp_path / "g.csv")]) == 2
    assert told in capsys.readouterr().err
    assert not (tmp_path / "g.csv").exists()


@pytest.mark.parametrize("options", [[], ["--partial"]])
def test_grades_of_some_items_are_entered_only_where_that_is_asked_for(
    tmp_path: Path, gradebook: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    """Twelve points of twelve would be entered as a hundred of a hundred."""
    only = [{"id": "softmax", "title": "Softmax", "max_points": 8}]
    out = written_class(tmp_path / "out", [mark("ana", "8", most="8")], items=only)
    command = ["export", "canvas", str(out), "--gradebook", str(gradebook), "--column", COLUMN, "--dry-run"]
    assert main([*command, *options]) == (0 if options else 2)
    said = capsys.readouterr()
    assert ("attention" in said.err) is not bool(options)
    assert ("100.00" in said.out) is bool(options)


def test_a_folder_without_a_class_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "nbgrader", str(tmp_path), "-o", str(tmp_path / "g.csv")]) == 2
    assert "grade class" in capsys.readouterr().err


def test_names_that_a_terminal_would_obey_are_shown_as_text(
    tmp_path: Path, gradebook: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = written_class(tmp_path / "out", [mark("ana\x1b[2J", "1", "::error::x\n::warning::y")])
    data = json.loads((out / "class.json").read_text())
    assert "\x1b" in data["students"][0]["student"]
    main(["export", "canvas", str(out), "--gradebook", str(gradebook), "--column", COLUMN, "--dry-run"])
    said = capsys.readouterr().out
    assert all(line.isprintable() and not line.lstrip().startswith("::") for line in said.splitlines())
