"""What stops a class while it is graded, a full disk or Ctrl-C, is told with what to do, and loses nothing."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from grader.classroom import worker
from grader.classroom.schedule import Task, Watch
from grader.cli import main
from grader.model import Text
from grader.reports.language import say
from tests.classroom.stub_grader import StubGrader, failing
from tests.classroom.trees import write


@pytest.fixture
def submissions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    StubGrader(monkeypatch)
    monkeypatch.setattr(worker, "confinement", lambda options: None)
    return write(tmp_path / "in", {"ana.ipynb": failing("softmax/stable"), "berta.ipynb": failing()})


def grade_class(submissions: Path, output: Path) -> int:
    return main(["class", str(submissions), "-o", str(output), "--assignment", "transformer", "--seed", "1"])


@pytest.mark.parametrize("place", [".journal", "students", "feedback", ""])
def test_a_disk_that_fills_up_is_told_with_the_place_and_the_same_command_goes_on(
    submissions: Path, tmp_path: Path, place: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "out"
    replace = Path.replace

    def full(file: Path, target: Path) -> Path:
        if target.name != "run.json" and target.relative_to(output).parts[:-1][:1] == ((place,) if place else ()):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return replace(file, target)

    monkeypatch.setattr(Path, "replace", full)
    assert grade_class(submissions, output) == 5
    said = capsys.readouterr().err
    assert f"can't be written to {output}" in said
    assert "No space left on device" in said
    assert "the same command goes on from it" in said
    assert not [*output.rglob(".*.*.????????")], "half a file is left"
    monkeypatch.undo()
    StubGrader(monkeypatch)
    monkeypatch.setattr(worker, "confinement", lambda options: None)
    assert grade_class(submissions, output) == 0
    assert len([*(output / "students").glob("*.json")]) == 2


def test_a_file_in_the_folders_place_is_told_as_that(
    submissions: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "out").write_text("mine", encoding="utf-8")
    assert grade_class(submissions, tmp_path / "out") == 2
    assert f"{tmp_path / 'out'} is a file; name a folder." in capsys.readouterr().err
    assert (tmp_path / "out").read_text(encoding="utf-8") == "mine"


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder in which not even root can write")
@pytest.mark.parametrize("output", ["/proc/self", "/proc/self/out"])
def test_a_folder_that_cannot_be_written_in_is_told_before_grading(
    submissions: Path, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert grade_class(submissions, Path(output)) == 2
    assert f"nothing can be written in the folder {output}: " in capsys.readouterr().err


@pytest.mark.parametrize("damaged", ["", "{", "[]", '{"seed": true}', '{"seed": -1}', '{"seed": "1"}'])
def test_a_damaged_seed_is_told_and_no_class_is_graded_with_another_one(
    submissions: Path, tmp_path: Path, damaged: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """All points could change, and the teacher would only see that everything is graded again."""
    run = tmp_path / "out" / "run.json"
    run.parent.mkdir()
    run.write_text(damaged, encoding="utf-8")
    assert main(["class", str(submissions), "-o", str(run.parent), "--assignment", "transformer"]) == 2
    assert f"{run} doesn't say the seed of the last run: say it with --seed" in capsys.readouterr().err
    assert run.read_text(encoding="utf-8") == damaged
    assert grade_class(submissions, run.parent) == 0
    assert run.read_text(encoding="utf-8") == '{"seed": 1}\n'


def test_an_interrupted_class_says_that_it_goes_on(
    submissions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> Iterator[object]:
        raise KeyboardInterrupt

    monkeypatch.setattr("grader.classroom.run.on_this_machine", interrupted)
    assert grade_class(submissions, tmp_path / "out") == 130
    assert capsys.readouterr().err.splitlines()[-1] == (
        "grade: interrupted; what has been graded is kept, and the same command goes on from there"
    )


def test_a_class_that_is_asked_to_end_says_that_it_goes_on_too(
    submissions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """SIGTERM, as of `timeout`, a queue of jobs or a machine that is shut down."""

    def asked_to_end(*_: object) -> Iterator[object]:
        os.kill(os.getpid(), signal.SIGTERM)
        yield pytest.fail("it went on")

    monkeypatch.setattr("grader.classroom.run.on_this_machine", asked_to_end)
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        with pytest.raises(SystemExit) as ended:
            grade_class(submissions, tmp_path / "out")
        os.kill(os.getpid(), signal.SIGTERM)  # while it puts away what it had: `timeout` asks twice
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    assert ended.value.code == 143
    assert capsys.readouterr().err.splitlines()[-1] == (
        "grade: interrupted; what has been graded is kept, and the same command goes on from there"
    )


def test_what_has_been_under_way_for_long_is_named_the_longest_first(
    submissions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who waits for the last notebook of a class sees whose it is."""
    said: list[str] = []

    @contextmanager
    def seen(lang: str) -> Iterator[Callable[[Text], None]]:
        yield lambda text: said.append(say(text, lang))

    def slow(options: object, tasks: Iterable[Task], jobs: int, lost: Text, watch: Watch) -> Iterator[object]:
        ana, berta = tasks
        watch([(ana, 20.5), (berta, 19.0)])
        watch([(ana, 21.5), (berta, 83.2)])
        return iter(())

    monkeypatch.setattr(sys.modules["grader.cli.classroom"], "progress", seen)
    monkeypatch.setattr("grader.classroom.run.on_this_machine", slow)
    grade_class(submissions, tmp_path / "out")
    assert said == [
        "0 of 2; - a minute; - left; 0 could not be graded",
        "0 of 2; still under way: ana 0:20",
        "0 of 2; still under way: berta 1:23, ana 0:22",
    ]
