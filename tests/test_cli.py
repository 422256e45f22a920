"""The command line: what it accepts, where its words go, and how it ends.

The pipeline is replaced by a function that gives a ready report; gradings with real kernels are tested elsewhere.
"""

from __future__ import annotations

import dataclasses
import errno
import io
import json
import logging
import os
import pty
import re
import signal
import stat
import subprocess
import sys
import textwrap
import time
import types
import warnings
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
import pytest

from grader import __version__
from grader.cli import FORMAT_NAMES, commands, main
from grader.cli.options import LARGEST_SEED, Threshold
from grader.cli.usage import language_of
from grader.errors import CourseError, KernelUnavailable, SandboxUnavailable, UnreadableSubmission, UsageError
from grader.model import GradeReport, ItemState, Text, Verdict
from grader.reports import FORMATS
from grader.sandbox import BACKENDS
from tests.reports.sample_report import check, item, report, sample_report

ROOT = Path(__file__).parents[1]
BAD_STRINGS = "evil\x1b[2J\r\u202e"


def sixty() -> GradeReport:
    """60 of 100 points, less a hair of the first item's."""
    return report(
        item(
            "softmax", {"en": "Softmax", "es": "Softmax"}, ItemState.PARTIAL, check("values", points=60, max_points=99)
        ),
        item("masks", {"en": "Masks", "es": "Máscaras"}, ItemState.FAILED, check("causal", Verdict.WRONG)),
    )


class Pipeline:
    """Stands for `grader.pipeline`; keeps what it was called with."""

    def __init__(self) -> None:
        self.calls: list[tuple[Path, dict[str, Any]]] = []
        self.answer: Callable[[], GradeReport] = sixty

    def grade(self, path: Path, **options: Any) -> GradeReport:
        self.calls.append((path, options))
        options["progress"](Text("running cells {done}/{total}", {"done": 3, "total": 12}))
        return self.answer()


@pytest.fixture
def pipeline(monkeypatch: pytest.MonkeyPatch) -> Pipeline:
    stand_in = Pipeline()
    module = types.ModuleType("grader.pipeline")
    module.grade = stand_in.grade  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "grader.pipeline", module)
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "COLUMNS"):
        monkeypatch.delenv(variable, raising=False)
    return stand_in


def raiser(error: BaseException) -> Callable[[], GradeReport]:
    def answer() -> GradeReport:
        raise error

    return answer


# What is graded, and with which options


def test_a_file_is_graded_without_a_commands_name(pipeline: Pipeline, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ana.ipynb"]) == 0
    ((path, options),) = pipeline.calls
    assert path == Path("ana.ipynb")
    assert {k: v for k, v in options.items() if k not in ("seed", "progress")} == {
        "rubric": None,
        "only": (),
        "awards": {},
        "sandbox": "auto",
        "gpu": "auto",
        "assignment": None,
    }
    shown = capsys.readouterr()
    assert "60 of 100" in shown.out
    assert shown.err == ""


def test_options_may_stand_before_the_file(pipeline: Pipeline) -> None:
    arguments = ["--seed", "7", "--only", "softmax,masks,softmax", "--sandbox", "none", "--rubric", "r.yaml"]
    assert main([*arguments, "--assignment", "transformer", "ana.ipynb"]) == 0
    ((path, options),) = pipeline.calls
    assert path == Path("ana.ipynb")
    assert options["seed"] == 7
    assert options["only"] == ("softmax", "masks")
    assert options["sandbox"] == "none"
    assert options["rubric"] == Path("r.yaml")
    assert options["assignment"] == "transformer"


def test_the_seed_is_fresh_each_time(pipeline: Pipeline) -> None:
    for _ in range(3):
        main(["ana.ipynb"])
    seeds = [options["seed"] for _, options in pipeline.calls]
    assert len(set(seeds)) == 3
    assert all(0 <= seed <= LARGEST_SEED for seed in seeds)


def test_a_command_added_to_the_group_is_reached_by_its_name(
    pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    doctor = click.Command("doctor", callback=lambda: 42, help="Prove this machine.")
    monkeypatch.setitem(commands.commands, "doctor", doctor)
    assert main(["doctor"]) == 42
    main(["--help"])
    assert re.search(r"^Commands:$(\n  .*)*\n  doctor +Prove this machine\.$", capsys.readouterr().out, re.MULTILINE)
    assert not pipeline.calls
    main(["./doctor"])
    assert pipeline.calls


# How it ends


@pytest.mark.parametrize(
    ("threshold", "code"),
    [("60", 0), ("60%", 0), ("60.0001", 1), ("61%", 1), ("0", 0), ("100%", 1), ("1000", 1), ("59.5 %", 0)],
)
def test_below_the_threshold_is_1(pipeline: Pipeline, threshold: str, code: int) -> None:
    assert main(["ana.ipynb", "--fail-under", threshold]) == code


def test_a_threshold_is_exact() -> None:
    third = report(item("x", {"en": "X"}, ItemState.PARTIAL, check("v", points=Fraction(1, 3), max_points=1)))
    assert not Threshold(Fraction("33.34"), of_hundred=True).is_met_by(third)
    assert Threshold(Fraction("33.33"), of_hundred=True).is_met_by(third)
    assert Threshold(Fraction(50), of_hundred=True).is_met_by(report())


def test_an_incomplete_report_is_5_whatever_the_threshold(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str]
) -> None:
    pipeline.answer = sample_report
    assert main(["ana.ipynb", "--fail-under", "1"]) == 5
    shown = capsys.readouterr()
    assert "not complete" in shown.out
    assert "--seed 271828 --debug" in shown.err


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (UsageError("no item is called softmx; did you mean softmax?"), 2),
        (CourseError(["rubric.yaml:3:5: what: remedy", "rubric.yaml:9:1: more: remedy"]), 3),
        (UnreadableSubmission("that's a PDF"), 4),
        (SandboxUnavailable("no bubblewrap"), 5),
        (KernelUnavailable("no kernel"), 5),
    ],
)
def test_each_error_has_its_exit_code_and_its_message_on_stderr(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str], error: Exception, code: int
) -> None:
    pipeline.answer = raiser(error)
    assert main(["ana.ipynb"]) == code
    shown = capsys.readouterr()
    assert shown.out == ""
    lead = "" if isinstance(error, CourseError) else "grade: "
    lead += "ana.ipynb: " if isinstance(error, UnreadableSubmission) else ""
    assert shown.err == "".join(f"{lead}{line}\n" for line in str(error).split("\n"))


def test_an_error_about_the_submission_is_said_in_the_readers_language(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str]
) -> None:
    pipeline.answer = raiser(UnreadableSubmission(Text("This file can't be read ({reason}).", {"reason": BAD_STRINGS})))
    assert main(["ana.ipynb", "--lang", "es"]) == 4
    assert capsys.readouterr().err == "grade: ana.ipynb: Este archivo no se puede leer (evil\\x1b[2J\\r\\u202e).\n"


@pytest.mark.parametrize(
    "error", [RuntimeError("a\n  b"), RecursionError(), MemoryError(), KeyError("x"), OSError(5, "x")]
)
def test_an_error_of_ours_is_one_line_without_a_traceback(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    pipeline.answer = raiser(error)
    assert main(["ana.ipynb"]) == 5
    shown = capsys.readouterr()
    assert shown.out == ""
    first, second = shown.err.rstrip("\n").split("\n")
    assert first.startswith(f"grade: the grader itself failed: {type(error).__name__}")
    assert "--debug shows the traceback" in second


@pytest.mark.parametrize("error", [BrokenPipeError(errno.EPIPE, "Broken pipe"), EOFError()])
def test_a_broken_connection_of_ours_is_5_and_not_taken_for_a_reader_who_left(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str], error: Exception
) -> None:
    pipeline.answer = raiser(error)
    assert main(["ana.ipynb"]) == 5
    assert capsys.readouterr().err == f"grade: a connection of the grader broke off: {type(error).__name__}\n"


@pytest.mark.parametrize("arguments", [["ana.ipynb", "--debug"], ["--debug", "ana.ipynb"]])
def test_debug_shows_the_traceback(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    pipeline.answer = raiser(RuntimeError("boom"))
    assert main(arguments) == 5
    assert "| Traceback (most recent call last):" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        ([], "Missing argument"),
        (["a.ipynb", "b.ipynb"], "unexpected extra argument"),
        (["a.ipynb", "--sed", "1"], "Did you mean '--seed'?"),
        (["a.ipynb", "--seed", "-1"], "--seed"),
        (["a.ipynb", "--seed", str(LARGEST_SEED + 1)], "--seed"),
        (["a.ipynb", "--fail-under", "sixty"], "neither points (60) nor a percentage (60%)"),
        (["a.ipynb", "--fail-under", "101%"], "100%"),
        (["a.ipynb", "--fail-under", "-3"], "--fail-under"),
        (["a.ipynb", "--fail-under", "nan"], "--fail-under"),
        (["a.ipynb", "--fail-under", "1/3"], "--fail-under"),
        (["a.ipynb", "--only", "softmax,,masks"], "--only"),
        (["a.ipynb", "--only", ""], "--only"),
        (["a.ipynb", "--lang", "fr"], "--lang"),
        (["a.ipynb", "--format", "xml"], "--format"),
        (["a.ipynb", "--sandbox", "docker"], "--sandbox"),
    ],
)
def test_a_wrong_command_line_is_2_and_grades_nothing(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str], arguments: list[str], hint: str
) -> None:
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert hint in shown.err
    assert "try 'grade --help'" in shown.err
    assert not pipeline.calls


@pytest.mark.parametrize("asked", [["--lang", "es"], ["--lang=es"], "LANG"])
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "SUBMISSION.ipynb"),
        (["a.ipynb", "b.ipynb"], "b.ipynb"),
        (["a.ipynb", "--sed", "1"], "--seed"),
        (["a.ipynb", "--frobnicate"], "--frobnicate"),
        (["a.ipynb", "--seed", "-1"], "2147483647"),
        (["a.ipynb", "--format", "xml"], "terminal, json"),
        (["a.ipynb", "--fail-under", "sixty"], "sixty"),
        (["a.ipynb", "--only", ""], "--only"),
        (["a.ipynb", "-o", "/nowhere/at/all.json"], "/nowhere/at"),
        (["a.ipynb", "--debug=1"], "--debug"),
    ],
)
def test_a_wrong_command_line_is_said_in_words_of_ours_where_click_has_none(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    said: str,
    asked: list[str] | str,
) -> None:
    """click speaks English alone; every message that a student can meet is a `Text`, which is translated."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    if isinstance(asked, str):
        monkeypatch.setenv(asked, "es_ES.UTF-8")
    assert main([*arguments, *(asked if isinstance(asked, list) else [])]) == 2
    shown = capsys.readouterr().err
    assert said in shown
    for english in ("Missing argument", "unexpected extra", "No such option", "Invalid value", "not in the range"):
        assert english not in shown


def test_an_interrupt_is_130_and_one_line(pipeline: Pipeline, capsys: pytest.CaptureFixture[str]) -> None:
    pipeline.answer = raiser(KeyboardInterrupt())
    assert main(["ana.ipynb"]) == 130
    assert capsys.readouterr().err.strip() == "grade: interrupted"


# What is written, and where


def test_json_is_alone_on_stdout(pipeline: Pipeline, capsys: pytest.CaptureFixture[str]) -> None:
    pipeline.answer = sample_report
    assert main(["ana.ipynb", "--format", "json"]) == 5
    shown = capsys.readouterr()
    assert shown.out == FORMATS["json"](sample_report(), "en")
    assert json.loads(shown.out)["seed"] == 271828
    weak, incomplete = shown.err.splitlines()
    assert weak.startswith('grade: Isolation is "landlock", not full')
    assert incomplete.startswith("grade: the report is not complete")


def test_a_report_goes_whole_to_a_file_and_a_summary_to_stdout(
    pipeline: Pipeline, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = tmp_path / "ana.json"
    assert main(["ana.ipynb", "-o", str(output)]) == 0
    assert output.read_text(encoding="utf-8") == FORMATS["json"](sixty(), "en")
    assert capsys.readouterr().out == f"ana.ipynb: 60 of 100. The report is in {output}.\n"
    assert [p.name for p in tmp_path.iterdir()] == ["ana.json"]
    assert stat.S_IMODE(output.stat().st_mode) == 0o666 & ~_umask()


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current


@pytest.mark.parametrize(
    ("name", "arguments", "format_name"),
    [
        ("a.json", [], "json"),
        ("a.JSON", [], "json"),
        ("a.md", [], "md"),
        ("a.xml", [], "junit"),
        ("a.html", [], "html"),
        ("a.txt", [], "terminal"),
        ("a", ["--format", "json"], "json"),
        ("a.json", ["--format", "terminal"], "terminal"),
    ],
)
def test_the_format_of_a_file_follows_its_name_unless_it_is_given(
    pipeline: Pipeline, tmp_path: Path, name: str, arguments: list[str], format_name: str
) -> None:
    assert main(["ana.ipynb", "-o", str(tmp_path / name), *arguments]) == 0
    assert (tmp_path / name).read_text(encoding="utf-8") == FORMATS[format_name](sixty(), "en")


@pytest.mark.parametrize("name", FORMAT_NAMES)
@pytest.mark.parametrize(("arguments", "told"), [([], True), (["--edition", "student"], False)])
def test_a_students_edition_keeps_hidden_evidence_back_in_every_format(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str], name: str, arguments: list[str], told: bool
) -> None:
    secret = check("values", Verdict.WRONG, 0, 1, Text("{asked}", {"asked": "canary"}), hidden=True)
    pipeline.answer = lambda: report(item("softmax", {"en": "Softmax"}, ItemState.FAILED, secret))
    main(["ana.ipynb", "--format", name, *arguments])
    # These have one text for a test, which the student sees: a teacher's edition tells no more there.
    told = told and name not in ("classroom50", "classroom-legacy", "prairielearn")
    assert ("canary" in capsys.readouterr().out) is told


def test_a_notebooks_name_is_no_command_to_a_ci_service(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    pipeline.answer = lambda: dataclasses.replace(sixty(), submission_name="::error::x.ipynb")
    assert main(["x.ipynb", "-o", str(tmp_path / "x.json")]) == 0
    assert capsys.readouterr().out.startswith("\\x3a:error::x.ipynb: ")


def test_an_old_report_is_replaced_and_stays_private(pipeline: Pipeline, tmp_path: Path) -> None:
    output = tmp_path / "ana.txt"
    output.write_text("old")
    output.chmod(0o600)
    assert main(["ana.ipynb", "-o", str(output)]) == 0
    assert "60 of 100" in output.read_text()
    assert stat.S_IMODE(output.stat().st_mode) == 0o600


def test_outputs_that_would_do_harm_are_refused_before_grading(
    pipeline: Pipeline, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    notebook, rubric = tmp_path / "ana.ipynb", tmp_path / "rubric.yaml"
    notebook.write_text("{}")
    rubric.write_text("format: 1")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to(notebook)
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    os.link(notebook, tmp_path / "same.ipynb")
    os.mkfifo(tmp_path / "pipe")
    names = ("ana.ipynb", "rubric.yaml", "folder", "link", "dangling", "same.ipynb", "pipe", "no/where", "ana.ipynb/x")
    for name in names:
        code = main([str(notebook), "--rubric", str(rubric), "-o", str(tmp_path / name)])
        shown = capsys.readouterr()
        assert (code, shown.out) == (2, ""), name
        assert "Invalid value for '-o'" in shown.err, name
    assert main([str(notebook), "-o", "/dev/null"]) == 2
    assert not pipeline.calls
    assert notebook.read_text() == "{}"
    assert not (tmp_path / "nowhere").exists()


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder in which not even root can write")
def test_a_folder_that_cannot_be_written_in_is_told_before_grading(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str]
) -> None:
    """A notebook takes seconds, and its report would be lost."""
    assert main(["ana.ipynb", "-o", "/proc/self/ana.html"]) == 2
    assert "nothing can be written in the folder /proc/self: " in capsys.readouterr().err
    assert not pipeline.calls


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_a_report_that_does_not_fit_on_the_disk_is_said_to_be_that(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        process = start(tmp_path, "ana.ipynb", stdout=full, stderr=subprocess.PIPE)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err.decode()) == (5, "grade: stdout can't be written: No space left on device\n")


def test_a_report_that_cannot_be_written_is_5_and_leaves_the_old_one(
    pipeline: Pipeline, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "ana.txt"
    output.write_text("old")

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert main(["ana.ipynb", "-o", str(output)]) == 5
    assert capsys.readouterr().err == f"grade: {output} can't be written: No space left on device\n"
    assert output.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["ana.txt"]


def test_a_link_that_appears_while_grading_is_replaced_and_not_followed(pipeline: Pipeline, tmp_path: Path) -> None:
    output, victim = tmp_path / "ana.txt", tmp_path / "victim"
    victim.write_text("precious")

    def link_and_grade() -> GradeReport:
        output.symlink_to(victim)
        return sixty()

    pipeline.answer = link_and_grade
    assert main(["ana.ipynb", "-o", str(output)]) == 0
    assert victim.read_text() == "precious"
    assert not output.is_symlink()


def test_warnings_and_log_records_stay_out_of_sight(pipeline: Pipeline, capsys: pytest.CaptureFixture[str]) -> None:
    def noisy() -> GradeReport:
        warnings.warn("a library's opinion", stacklevel=1)
        logging.getLogger("grader.checks").error("check %s failed", "values")
        return sixty()

    pipeline.answer = noisy
    assert main(["ana.ipynb"]) == 0
    assert capsys.readouterr().err == ""
    assert main(["ana.ipynb", "--debug"]) == 0
    assert capsys.readouterr().err == "| ERROR grader.checks: check values failed\n"


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es"}, "es"),
        ({"LANG": "ES-mx"}, "es"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "est_EE"}, "en"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LC_MESSAGES": "es_CO.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": ""}, "es"),
    ],
)
def test_the_language_follows_the_locale(environment: dict[str, str], lang: str) -> None:
    assert language_of(environment) == lang


def test_the_report_is_in_the_language_that_was_asked_for(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "es_MX.UTF-8")
    main(["ana.ipynb"])
    assert "60 de 100" in capsys.readouterr().out
    main(["ana.ipynb", "--lang", "en"])
    assert "60 of 100" in capsys.readouterr().out


def test_messages_about_errors_hold_nothing_that_a_terminal_obeys(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str]
) -> None:
    for error in (UnreadableSubmission(BAD_STRINGS), CourseError([BAD_STRINGS]), ValueError(BAD_STRINGS)):
        pipeline.answer = raiser(error)
        main(["ana.ipynb", "--debug"])
    main(["ana.ipynb", "--sandbox", BAD_STRINGS])
    main(["ana.ipynb", BAD_STRINGS])
    shown = capsys.readouterr().err
    assert all(line.isprintable() for line in shown.split("\n"))


def test_the_formats_are_those_of_the_reports() -> None:
    assert set(FORMAT_NAMES) == set(FORMATS)


# Help


def test_help_teaches_by_example(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("Usage: grade [OPTIONS] SUBMISSION.ipynb\n")
    examples = re.findall(r"^    (grade .*)$", shown, re.MULTILINE)
    assert len(examples) >= 5
    assert max(map(len, shown.split("\n"))) <= 80


def test_every_example_of_the_help_is_a_valid_command_line(
    pipeline: Pipeline, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["--help"])
    examples = re.findall(r"^    grade (.*)$", capsys.readouterr().out, re.MULTILINE)
    for example in examples:
        assert main(example.split(" | ")[0].split()) == 0, example
    assert len(pipeline.calls) == len(examples)


def test_the_help_has_every_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    main(["-h"])
    table = capsys.readouterr().out.split("Exit codes:")[1]
    assert re.findall(r"^    (\d)  ", table, re.MULTILINE) == ["0", "1", "2", "3", "4", "5"]


def test_the_version_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"grade {__version__}\n"


# In a process of its own, at a real terminal or pipe


FAKE_PROGRAM = """
import signal, sys, time, types
# As in a shell's foreground, wherever the tests run (nohup and "&" ignore these).
signal.signal(signal.SIGHUP, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
from pathlib import Path
from grader.model import Text
from tests.reports.sample_report import sample_report
from tests.reports.hostile import report_full_of
from tests.test_cli import BAD_STRINGS, sixty

def grade(path, *, progress, **options):
    try:
        progress(Text("running cells {done}/{total}{evil}", {"done": 3, "total": 12, "evil": BAD_STRINGS}))
        if path.name == "slow.ipynb":
            print("started", file=sys.stderr, flush=True)
            time.sleep(60)
        return report_full_of(BAD_STRINGS) if path.name == "evil.ipynb" else sixty()
    finally:
        Path("stopped").touch()

sys.modules["grader.pipeline"] = module = types.ModuleType("grader.pipeline")
module.grade = grade
from grader.cli import main
sys.exit(main())
"""


def environment(**more: str) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "LANG", "LC_ALL", "LC_MESSAGES", "COLUMNS")}
    return {**kept, "PYTHONPATH": str(ROOT), "TERM": "xterm", "LC_ALL": "C.UTF-8", **more}


def start(folder: Path, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
    more = options.pop("more", {})
    return subprocess.Popen(
        [sys.executable, "-c", FAKE_PROGRAM, *arguments], cwd=folder, env=environment(**more), **options
    )


def at_a_terminal(folder: Path, *arguments: str, **more: str) -> tuple[int, str]:
    """Exit code and all that a terminal receives."""
    ours, theirs = pty.openpty()
    process = start(folder, *arguments, stdin=theirs, stdout=theirs, stderr=theirs, more=more)
    os.close(theirs)
    received = io.BytesIO()
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other side is closed
            break
        if not part:
            break
        received.write(part)
    os.close(ours)
    return process.wait(30), received.getvalue().decode().replace("\r\n", "\n")


ALLOWED = re.compile(r"\x1b\[[0-9;]*m|\r\x1b\[K")


def test_a_terminal_gets_colours_and_a_progress_line_that_goes_away(tmp_path: Path) -> None:
    code, received = at_a_terminal(tmp_path, "ana.ipynb")
    assert code == 0
    progress, _, rest = received.rpartition("\r\x1b[K")
    assert "running cells 3/12" in progress
    assert "\x1b[1mTransformers from scratch (transformer)" in rest


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_a_terminal_without_colour_gets_none(tmp_path: Path, more: dict[str, str]) -> None:
    code, received = at_a_terminal(tmp_path, "ana.ipynb", **more)
    assert code == 0
    assert not re.search(r"\x1b\[[0-9;]*m", received)
    assert "60 of 100" in received


def test_a_terminal_receives_no_command_of_a_students(tmp_path: Path) -> None:
    code, received = at_a_terminal(tmp_path, "evil.ipynb")
    assert code == 5
    ours_taken_out = ALLOWED.sub("", received)
    assert all(line.isprintable() for line in ours_taken_out.split("\n"))
    assert "evil\\x1b[2J\\r\\u202e" in ours_taken_out


def test_a_pipe_gets_neither_colour_nor_progress(tmp_path: Path) -> None:
    process = start(tmp_path, "ana.ipynb", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert b"\x1b" not in out
    assert err == b""


@pytest.mark.parametrize("name", ["C", "POSIX"])
def test_a_locale_without_unicode_is_no_obstacle(tmp_path: Path, name: str) -> None:
    more = {"LC_ALL": name, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
    arguments = ("evil.ipynb", "--lang", "es", "--format", "json")
    process = start(tmp_path, *arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, more=more)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 5
    assert json.loads(out.decode("utf-8"))["language"] == "es"
    assert b"Traceback" not in err


def test_a_reader_who_leaves_is_no_error(tmp_path: Path) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    process = start(tmp_path, "ana.ipynb", "--fail-under", "61", stdout=write_end, stderr=subprocess.PIPE)
    os.close(write_end)
    _, err = process.communicate(timeout=30)
    assert err == b""
    assert process.returncode == 1


@pytest.mark.parametrize(
    ("number", "code", "said"),
    [
        (signal.SIGINT, 130, b"\ngrade: interrupted\n"),
        (signal.SIGTERM, 143, b""),
        (signal.SIGHUP, 129, b""),
    ],
)
def test_a_signal_ends_it_at_once_and_cleanly(tmp_path: Path, number: int, code: int, said: bytes) -> None:
    process = start(tmp_path, "slow.ipynb", stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stderr is not None
    assert process.stderr.readline() == b"started\n"
    began = time.monotonic()
    process.send_signal(number)
    out, err = process.communicate(timeout=30)
    assert (process.returncode, out, err) == (code, b"", said)
    assert time.monotonic() - began < 10
    assert (tmp_path / "stopped").exists()  # the pipeline's own clean-up has run


def test_help_imports_little() -> None:
    code = """
        import sys
        from grader.cli import main
        assert main(["--help"]) == 0
        heavy = {"numpy", "rich", "nbformat", "nbclient", "jupyter_client", "pydantic", "yaml", "torch", "asyncio"}
        assert not heavy & set(sys.modules), heavy & set(sys.modules)
    """
    subprocess.run([sys.executable, "-c", textwrap.dedent(code)], check=True, stdout=subprocess.DEVNULL)


def test_python_m_runs_it_too() -> None:
    done = subprocess.run([sys.executable, "-m", "grader.cli", "--version"], check=True, capture_output=True)
    assert done.stdout.decode() == f"grade {__version__}\n"


# What is refused before anything runs


def test_a_notebook_that_is_not_there_is_a_slip_of_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2, and the nearest name that is there."""
    (tmp_path / "ana_1.ipynb").write_text("{}")
    monkeypatch.chdir(tmp_path)
    for command in ([], ["check"]):
        assert main([*command, "ana1.ipynb", "--lang", "en"]) == 2
        assert "ana1.ipynb doesn't exist: did you mean ana_1.ipynb?" in capsys.readouterr().err


@pytest.mark.parametrize(("slip", "meant"), [("chek", "check"), ("aduit", "audit"), ("explian", "explain")])
def test_a_mistyped_command_is_told_what_was_meant(
    slip: str, meant: str, capsys: pytest.CaptureFixture[str], pipeline: Pipeline
) -> None:
    assert main([slip, "ana.ipynb"]) == 2
    assert f"Did you mean {meant}?" in capsys.readouterr().err
    assert pipeline.calls == []


def test_a_file_by_the_name_of_a_slip_is_a_notebook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pipeline: Pipeline
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "chek").write_text("{}")
    assert main(["chek"]) == 0
    assert len(pipeline.calls) == 1


def test_no_report_is_written_under_a_suffix_that_means_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], pipeline: Pipeline
) -> None:
    assert main(["ana.ipynb", "-o", str(tmp_path / "x.pdf")]) == 2
    told = capsys.readouterr().err
    assert ".pdf" in told
    assert ".html" in told
    assert pipeline.calls == []
    assert main(["ana.ipynb", "-o", str(tmp_path / "x.pdf"), "--format", "html"]) == 0
    assert main(["ana.ipynb", "-o", str(tmp_path / "x.txt")]) == 0


def test_two_awards_for_one_item_are_refused(capsys: pytest.CaptureFixture[str], pipeline: Pipeline) -> None:
    assert main(["ana.ipynb", "--award", "softmax=1", "--award", "softmax=2"]) == 2
    assert "softmax is given points twice" in capsys.readouterr().err
    assert pipeline.calls == []


def test_a_copy_of_a_rubric_outside_of_a_course_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], pipeline: Pipeline
) -> None:
    copy = tmp_path / "rubric.yaml"
    copy.write_text((ROOT / "rubric.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    assert main(["ana.ipynb", "--rubric", str(copy)]) == 2
    assert "reference_solutions" in capsys.readouterr().err
    assert pipeline.calls == []
    assert main(["ana.ipynb", "--rubric", str(ROOT / "rubric.yaml")]) == 0


@pytest.mark.parametrize("name", ["submission", "check", "class", "doctor", "verify"])
def test_every_backend_can_be_asked_for(name: str) -> None:
    """`--help` doesn't import the sandboxes, so their names stand there once more."""
    command = commands.commands[name]
    (option,) = [parameter for parameter in command.params if "--sandbox" in parameter.opts]
    assert isinstance(option.type, click.Choice)
    assert set(option.type.choices) == {"auto", *BACKENDS}
