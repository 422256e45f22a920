"""Grades into Canvas by the real client, against a strict server on this machine."""

from __future__ import annotations

import dataclasses
import socket
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest

from grader.cli import main
from grader.lms.marks import Mark
from tests.lms.canvas_server import TOKEN, CanvasServer, served
from tests.lms.results import mark, written_class

pytest.importorskip("canvasapi", reason="canvasapi isn't installed (it comes with the extras canvas and dev)")

MARKS = (
    mark("login1", "71.1", "Ana Álvarez"),
    mark("login2", "60", "Bea Núñez"),
    mark("login3", "90", "Carlos Ruiz"),
    mark("login4", None, "Diego Paz", state="open"),
    mark("unknown", "50"),
)


@pytest.fixture
def canvas(monkeypatch: pytest.MonkeyPatch) -> Iterator[CanvasServer]:
    for name in ("http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CANVAS_TOKEN", TOKEN)
    monkeypatch.setattr("grader.lms.canvas_api.PAUSE_SECONDS", 0.0)
    with served() as server:
        server.student(1, "Álvarez, Ana")
        server.student(2, "Núñez, Bea", 8.0)
        server.student(3, "Ruiz, Carlos", excused=True)
        server.student(4, "Paz, Diego")
        server.student(5, "Test Student")
        yield server


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return written_class(tmp_path / "out", MARKS)


def push(canvas: CanvasServer, out: Path, *options: str) -> int:
    where = ["--url", canvas.url, "--course", "5", "--assignment", "7", "--lang", "en"]
    return main(["export", "canvas-api", str(out), *where, *options])


def test_a_dry_run_writes_nothing_and_says_what_would_change(
    canvas: CanvasServer, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert push(canvas, out, "--pages") == 1
    assert canvas.writes == []
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "Grades that would change: 1; there already: 0; to be looked at: 4.",
        "Points of 100 become grades of 10.",
        "  Ana Álvarez (login1): - -> 7.11",
        "To be looked at:",
        "  Bea Núñez (login2): 8.00, not 6.00. A higher grade is there; --allow-decrease would lower it.",
        "  Carlos Ruiz (login3): -, not 9.00. Canvas says that this student is excused.",
        "  Diego Paz (login4): Its points aren't final.",
        "  unknown: Nobody there has this id or name.",
        "No result, and stay as they are: 1 (Test Student).",
        "Pages to attach: 4.",
        "Nothing was changed in Transformer; --yes does it.",
    ]


def test_grades_are_entered_and_nobody_elses_changes(canvas: CanvasServer, out: Path) -> None:
    assert push(canvas, out, "--yes") == 1
    assert canvas.scores() == {1: 7.11, 2: 8.0, 3: None, 4: None, 5: None}


def test_a_grade_is_lowered_only_where_that_is_asked_for(canvas: CanvasServer, out: Path) -> None:
    push(canvas, out, "--yes", "--allow-decrease")
    assert canvas.scores()[2] == 6.0
    assert canvas.scores()[3] is None, "who is excused stays so"


def test_the_same_again_writes_nothing(canvas: CanvasServer, out: Path) -> None:
    push(canvas, out, "--yes", "--pages")
    done = len(canvas.writes)
    assert done
    push(canvas, out, "--yes", "--pages")
    assert len(canvas.writes) == done
    assert all(len(one["submission_comments"]) <= 1 for one in canvas.submissions.values())


def test_a_page_that_has_changed_is_attached_again(canvas: CanvasServer, out: Path) -> None:
    push(canvas, out, "--yes", "--pages")
    page = out / "feedback" / "login1.html"
    page.write_text("<p>new")
    push(canvas, out, "--yes", "--pages")
    assert len(canvas.submissions[1]["submission_comments"]) == 2
    assert [content for _, content in canvas.files.values()].count(b"<p>new") == 1


ITEMS = [{"id": "softmax", "title": "Softmax", "max_points": 8}, {"id": "masks", "title": "Masks", "max_points": 8}]
RUBRIC = [{"id": "_1", "description": "softmax", "points": 4.0}, {"id": "_2", "description": "Masks", "points": 6.0}]


def with_items(tmp_path: Path) -> Path:
    def of(student: str, points: str | None, softmax: str | None, masks: str | None) -> Mark:
        items = {name: None if n is None else Decimal(n) for name, n in (("softmax", softmax), ("masks", masks))}
        state = "open" if points is None else "graded"
        return dataclasses.replace(mark(student, points, state=state, most="16"), items=items)

    marks = (of("login1", "11", "7", "4"), of("login4", None, "8", None), of("login2", "1", "1", "0"))
    return written_class(tmp_path / "items", marks, items=ITEMS)


def test_a_rubric_is_filled_once_and_with_the_grade(
    canvas: CanvasServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = with_items(tmp_path)
    canvas.assignment["rubric"] = RUBRIC
    push(canvas, out, "--partial", "--rubric")
    assert "Rubrics to fill: 1." in capsys.readouterr().out
    assert canvas.writes == []
    push(canvas, out, "--partial", "--rubric", "--yes")
    filled = {number: one["rubric_assessment"] for number, one in canvas.submissions.items()}
    assert filled == {1: {"_1": {"points": 3.5}, "_2": {"points": 3.0}}, 2: {}, 3: {}, 4: {}, 5: {}}
    assert canvas.jobs == [{1: "6.88"}], "what is open or would go down has no rubric filled either"
    push(canvas, out, "--partial", "--rubric", "--yes")
    assert len(canvas.jobs) == 1


def test_a_rubric_alone_is_filled_where_the_grade_is_there(canvas: CanvasServer, tmp_path: Path) -> None:
    canvas.assignment["rubric"] = RUBRIC
    canvas.submissions[1]["score"] = 6.88
    push(canvas, with_items(tmp_path), "--partial", "--rubric", "--yes")
    assert canvas.jobs == [{1: "6.88"}]
    assert canvas.submissions[1]["rubric_assessment"]["_2"] == {"points": 3.0}


@pytest.mark.parametrize("rubric", [None, [], [*RUBRIC, {"id": "_3", "description": "Style", "points": 1.0}]])
def test_a_rubric_with_other_criteria_is_left_alone(
    canvas: CanvasServer, tmp_path: Path, rubric: object, capsys: pytest.CaptureFixture[str]
) -> None:
    if rubric is not None:
        canvas.assignment["rubric"] = rubric
    assert push(canvas, with_items(tmp_path), "--partial", "--rubric", "--yes") == 2
    assert canvas.writes == []
    assert "criterion" in capsys.readouterr().err


def test_after_an_interruption_the_same_command_goes_on(
    canvas: CanvasServer, out: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("grader.lms.canvas_api.AT_ONCE", 1)
    canvas.fails_at_job = 1
    assert push(canvas, out, "--yes", "--allow-decrease") == 5
    assert "goes on" in capsys.readouterr().err
    assert canvas.scores() == {1: 7.11, 2: 8.0, 3: None, 4: None, 5: None}
    canvas.fails_at_job = -1
    assert push(canvas, out, "--yes", "--allow-decrease") == 1
    assert canvas.scores()[2] == 6.0
    assert canvas.jobs == [{1: "7.11"}, {2: "6.00"}, {2: "6.00"}], "what was entered isn't entered twice"


def test_a_grade_that_canvas_takes_and_does_not_keep_is_told(
    canvas: CanvasServer, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    canvas.forgets = {1}
    assert push(canvas, out, "--yes") == 1
    assert "doesn't show them: Ana Álvarez (login1)" in capsys.readouterr().out


def test_all_grades_that_are_final_end_with_0(canvas: CanvasServer, tmp_path: Path) -> None:
    out = written_class(tmp_path / "fine", [mark("1", "71.1", "Ana Álvarez")])
    assert push(canvas, out, "--yes") == 0
    assert canvas.scores()[1] == 7.11


def test_the_token_is_in_no_message_and_must_be_there(
    canvas: CanvasServer, out: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CANVAS_TOKEN", "wrong-token")
    assert push(canvas, out) == 5
    said = capsys.readouterr()
    assert "Invalid access token" in said.err
    assert "wrong-token" not in said.err + said.out
    monkeypatch.delenv("CANVAS_TOKEN")
    assert push(canvas, out) == 2
    assert len(canvas.requests) == 1, "without a token nothing is asked"


def test_the_token_goes_over_https_only(out: Path, canvas: CanvasServer, capsys: pytest.CaptureFixture[str]) -> None:
    for url in ("http://canvas.example.edu", "http://127.0.0.1.example.edu", "canvas.example.edu", "ftp://x"):
        assert main(["export", "canvas-api", str(out), "--url", url, "--course", "5", "--assignment", "7"]) == 2
        assert "https" in capsys.readouterr().err


@pytest.mark.usefixtures("canvas")
def test_that_canvas_cannot_be_reached_is_said_in_words(out: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as nobody:  # the port is taken, and nobody listens
        nobody.bind(("127.0.0.1", 0))
        host = f"127.0.0.1:{nobody.getsockname()[1]}"
        where = ["--url", f"http://{host}", "--course", "5", "--assignment", "7", "--lang", "en"]
        assert main(["export", "canvas-api", str(out), *where]) == 5
    assert capsys.readouterr().err == f"grade: The platform can't be reached: ConnectionError ({host})\n"


def test_letters_and_what_is_not_there_are_refused(
    canvas: CanvasServer, out: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    canvas.assignment["grading_type"] = "letter_grade"
    assert push(canvas, out, "--yes") == 2
    assert "letter_grade" in capsys.readouterr().err
    assert main(["export", "canvas-api", str(out), "--url", canvas.url, "--course", "6", "--assignment", "7"]) == 5
    assert canvas.writes == []
