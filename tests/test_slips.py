"""Slips in a command's words: each is told with what was meant, and none is taken for an answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.cli import main

CHECKOUT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    "command",
    [
        ["class", str(CHECKOUT / "assignments" / "transformer" / "samples"), "-o", "{out}", "--assignment"],
        ["release", "-o", "{out}"],
        ["export", "gradescope", "-o", "{out}.zip", "--assignment"],
        ["audit", "--assignment"],
    ],
    ids=lambda command: " ".join(command[:2]),
)
def test_a_mistyped_assignment_is_told_what_was_meant(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*(word.format(out=tmp_path / "out") for word in command), "transfomer"]) == 2
    assert "there is no assignment 'transfomer': did you mean 'transformer'?" in capsys.readouterr().err
    assert not [*tmp_path.iterdir()]


def test_a_mistyped_component_is_told_what_was_meant(capsys: pytest.CaptureFixture[str]) -> None:
    """Not all of the hundred that there are."""
    assert main(["audit", "--component", "sofmax"]) == 2
    assert capsys.readouterr().err == "grade: there is no component 'sofmax': did you mean 'softmax'?\n"


def test_an_audit_of_nothing_finds_nothing_sound(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--quick", "--assignment", "foundations", "--component", "softmax"]) == 2
    assert "none of these components (softmax) is in foundations" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["assignments"], ["release", "transformer", "-o", "{out}"]], ids=lambda c: c[0])
def test_a_rubric_that_is_not_there_is_no_course_without_assignments(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [word.format(out=tmp_path / "out") for word in command]
    assert main([*words, "--rubric", str(tmp_path / "no.yaml")]) == 3
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("", f"{tmp_path / 'no.yaml'}:1:1: there is no such file: correct the path\n")


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("/proc/x/y", "nothing can be written in the folder /proc/x/y: "),
        ("{file}", "{file} is a file; name a folder."),
        (f"{'x' * 300}", "nothing can be written in the folder xxx"),
        ("{file}/x", "nothing can be written in the folder {file}/x: "),
    ],
    ids=["no_such_place", "file", "name_too_long", "below_a_file"],
)
def test_a_release_that_cannot_be_written_is_refused_before_it_is_made(
    folder: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It was told as a failure of the grader, after half a minute."""
    (file := tmp_path / "file").write_text("x")
    assert main(["release", "transformer", "-o", folder.format(file=file)]) == 2
    assert said.format(file=file) in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == [file]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["merge", "part"], "-o / --output"),
        (["export", "nbgrader", "out", "two", "-o", "x.csv"], "two"),
        (["export", "canvs"], "canvs"),
    ],
)
def test_a_slip_in_a_teachers_command_is_said_in_spanish(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In words of the catalogue, and with no quotation mark of click's left over."""
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert main(arguments) == 2
    shown = capsys.readouterr().err.splitlines()[0]
    assert said in shown
    for english in ("Missing", "unexpected", "No such", "notebook", "'"):
        assert english not in shown


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_group_of_commands_alone_shows_what_there_is(
    lang: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", f"{lang}_ES.UTF-8")
    assert main(["export"]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("Usage: grade export")
    assert "\n  moodle  " in shown


def test_a_class_without_a_submission_is_a_slip_of_the_path(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A job would end well, and nobody would see that nothing was graded."""
    (tmp_path / "in").mkdir()
    assert main(["class", str(tmp_path / "in"), "-o", str(tmp_path / "out")]) == 2
    assert f"there is no submission in {tmp_path / 'in'}: " in capsys.readouterr().err
    assert not (tmp_path / "out" / "class.html").exists()


def test_a_class_in_which_nobody_has_handed_in_is_a_class(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "students.csv").write_text("id,name\na1,Ana\n", encoding="utf-8")
    command = ["class", str(tmp_path / "in"), "-o", str(tmp_path / "out"), "--roster", str(tmp_path / "students.csv")]
    assert main([*command, "--allow-weak-isolation"]) == 0
    assert "Ana" in (tmp_path / "out" / "class.html").read_text(encoding="utf-8")


def test_a_folder_in_the_rosters_place_is_told_as_that(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["class", str(tmp_path), "-o", str(tmp_path / "out"), "--roster", str(tmp_path)]
    assert main(command) == 2
    assert f"the roster {tmp_path} is a folder: name the CSV file in it" in capsys.readouterr().err


def test_a_word_for_a_number_is_told_in_the_reader_s_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "attention", "cero", "--lang", "es"]) == 2
    assert "valid integer" not in capsys.readouterr().err
