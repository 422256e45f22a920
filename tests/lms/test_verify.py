"""``grade verify``: what counts as a difference, and how it ends."""

from __future__ import annotations

import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import click
import pytest

from grader.cli import main
from grader.lms.marks import Mark
from grader.lms.matching import Line
from grader.lms.scores import Recorded
from grader.lms.verifying import Verdict, compared
from grader.sandbox import BACKENDS
from tests.classroom.test_class_command import RIGHT, WRONG, hand_in
from tests.lms.results import mark, written_class


def recorded(score: str | None, maximum: str | None = "100", student: str = "ana") -> Recorded:
    return Recorded(Line(1, "", (student,)), score, None if maximum is None else Decimal(maximum))


def verdict(one: Mark, score: str | None, maximum: str | None = "100") -> Verdict:
    (comparison,) = compared([one], [recorded(score, maximum)])
    return comparison.verdict


@pytest.mark.parametrize(
    ("points", "score", "maximum"),
    [
        ("71.1", "71.1", "100"),
        ("71.1", "71.10", None),
        ("71.1", "71,10", "100"),
        ("71.1", "7.11", "10"),
        ("71.125", "71.13", "100"),
        ("71.125", "71.12", "100"),  # the half may have gone either way
        ("71.1", "71", "100"),  # Classroom 50 has whole numbers only
        ("99.7", "99", "100"),  # and less than everything isn't everything there
        ("0", "0", "100"),
    ],
)
def test_the_same_points_however_they_were_rounded_are_the_same(points: str, score: str, maximum: str | None) -> None:
    assert verdict(mark("ana", points), score, maximum) is Verdict.SAME


@pytest.mark.parametrize(
    ("points", "score"),
    [("71.1", "72"), ("71.1", "71.11"), ("71.1", "100"), ("71.1", None), ("71.1", "EX"), ("98.7", "98"), ("0", "1")],
)
def test_other_points_differ(points: str, score: str | None) -> None:
    assert verdict(mark("ana", points), score) is Verdict.DIFFERS


def test_what_could_not_be_graded_is_neither() -> None:
    assert verdict(mark("ana", None, state="open"), "71") is Verdict.NOT_GRADED


def test_a_score_without_a_submission_differs_unless_it_is_nothing() -> None:
    nothing = mark("ana", None, state="no_submission")
    assert verdict(nothing, "71") is Verdict.DIFFERS
    assert verdict(nothing, "0") is Verdict.SAME
    assert verdict(nothing, None) is Verdict.SAME
    (comparison,) = compared([], [recorded("71")])
    assert comparison.verdict is Verdict.DIFFERS
    assert not compared([], [recorded("0")])


def test_who_is_not_surely_found_is_told() -> None:
    twice = [recorded("71"), Recorded(Line(2, "", ("ANA",)), "100", None)]
    comparisons = compared([mark("ana", "71")], twice)
    assert [one.verdict for one in comparisons] == [Verdict.DIFFERS] * 3, "the student, and each row"


@pytest.fixture
def regraded(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[dict[str, object]]]:
    """A `grade class` that grades nothing and writes these marks; the arguments of each call."""

    def install(*marks: Mark) -> list[dict[str, object]]:
        calls: list[dict[str, object]] = []

        def grade(**given: object) -> None:
            calls.append(given)
            written_class(Path(str(given["output"])), marks)

        monkeypatch.setattr(sys.modules["grader.cli.verify"], "classroom", click.Command("class", callback=grade))
        return calls

    return install


@pytest.mark.parametrize(("score", "state", "code"), [("71.1", "graded", 0), ("100", "graded", 1), ("71.1", "open", 5)])
def test_the_exit_code_says_whether_scores_are_right(
    tmp_path: Path,
    regraded: Callable[..., list[dict[str, object]]],
    capsys: pytest.CaptureFixture[str],
    score: str,
    state: str,
    code: int,
) -> None:
    regraded(mark("ana", "71.1" if state == "graded" else None, state=state))
    file = tmp_path / "scores.csv"
    file.write_text(f"student,points\nana,{score}\n")
    assert main(["verify", str(tmp_path), "--against", str(file)]) == code
    said = capsys.readouterr().out.splitlines()
    assert len(said) == (1 if code == 0 else 2)
    if code == 1:
        assert said[1] == "  ana: 100 is recorded; grading gives 71.1."


def test_the_seed_is_that_of_the_scores_unless_it_is_given(
    tmp_path: Path, regraded: Callable[..., list[dict[str, object]]]
) -> None:
    calls = regraded(mark("ana", "71.1"))
    out = written_class(tmp_path / "old", [mark("ana", "71.1")])
    assert main(["verify", str(tmp_path), "--against", str(out)]) == 0
    assert main(["verify", str(tmp_path), "--against", str(out), "--seed", "3", "-o", str(tmp_path / "new")]) == 0
    assert [call["seed"] for call in calls] == [7, 3]
    assert not Path(str(calls[0]["output"])).exists(), "what isn't asked for isn't kept"
    assert (tmp_path / "new" / "class.json").exists()


def test_scores_that_cannot_be_read_are_refused_before_anything_is_graded(
    tmp_path: Path, regraded: Callable[..., list[dict[str, object]]], capsys: pytest.CaptureFixture[str]
) -> None:
    calls = regraded()
    assert main(["verify", str(tmp_path), "--against", str(tmp_path / "none.csv")]) == 2
    assert "none.csv" in capsys.readouterr().err
    assert not calls


@pytest.mark.kernel
@pytest.mark.skipif(BACKENDS["bubblewrap"].unavailable() is not None, reason="grade class wants full isolation")
def test_a_score_that_was_changed_is_found_by_grading_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = hand_in(tmp_path / "in", ana=RIGHT, berta=WRONG)
    (tmp_path / "scores.csv").write_text("student,points\nana,8\nberta,8\n")
    command = ["verify", str(folder), "--against", str(tmp_path / "scores.csv"), "--only", "softmax", "-j", "1"]
    assert main([*command, "--lang", "en"]) == 1
    said = capsys.readouterr().out
    assert "Scores that are what grading gives: 1; that are not: 1; not graded: 0." in said
    assert "berta: 8 is recorded; grading gives " in said
    assert "2 submissions graded, 0 could not be. With -o the report is kept." in said
    assert "class.html" not in said, "that folder is gone"
