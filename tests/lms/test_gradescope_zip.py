"""The autograder for Gradescope, run as Gradescope runs it: at its real paths, in a file system of its own."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

import grader
from grader.cli import main
from grader.lms.gradescope_zip import Settings, autograder_zip
from grader.sandbox import BACKENDS, bubblewrap
from tests.reports.test_gradescope import RESULTS

CHECKOUT = Path(__file__).parents[2]
CORE = Settings("transformer", "en", "student", 10)
NO_BWRAP = BACKENDS["bubblewrap"].unavailable()
real_paths = pytest.mark.skipif(NO_BWRAP is not None, reason=f"bubblewrap gives no /autograder here: {NO_BWRAP}")
REPORT = '{"score": 7, "tests": []}'


@pytest.fixture(scope="module")
def zipped() -> bytes:
    return autograder_zip(CHECKOUT, CORE)


class Autograder:
    """A machine of Gradescope's: ``source`` unpacked, ``setup.sh`` done (there is no network to do it with)."""

    def __init__(self, root: Path, zipped: bytes) -> None:
        self.root = root
        for name in ("source", "submission", "results", "environment/bin"):
            (root / name).mkdir(parents=True)
        with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
            archive.extractall(root / "source")
        runner = root / "run_autograder"
        (root / "source" / "run_autograder").rename(runner)
        runner.chmod(0o755)
        (root / "submission_metadata.json").write_text('{"users": [{"email": "ana@example.edu"}]}')

    def environment(self, script: str) -> None:
        program = self.root / "environment" / "bin" / "python"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    def submit(self, *names: str, text: str = "{}") -> None:
        for name in names:
            file = self.root / "submission" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")

    def setting(self, name: str, value: str) -> None:
        file = self.root / "source" / "settings.sh"
        file.write_text(re.sub(rf"(?m)^{name}=.*$", f"{name}={value}", file.read_text()))

    def run(self) -> dict[str, Any]:
        tops = [Path("/") / name for name in sorted(os.listdir("/")) if name not in ("autograder", "tmp", "dev")]
        bound: list[str] = []
        for top in tops:
            bound += (
                ["--symlink", os.readlink(top), str(top)] if top.is_symlink() else ["--ro-bind", str(top), str(top)]
            )
        command = [*bound, "--bind", "/tmp", "/tmp", "--dev-bind", "/dev", "/dev"]
        command += ["--bind", str(self.root), "/autograder", "--chdir", "/autograder", "--die-with-parent"]
        command += ["--setenv", "TMPDIR", "/tmp"]
        done = subprocess.run(
            [str(bubblewrap._program()), *command, "--", "/autograder/run_autograder"],
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        self.said = done.stdout + done.stderr
        results: dict[str, Any] = json.loads((self.root / "results" / "results.json").read_text(encoding="utf-8"))
        RESULTS.validate(results)
        return results


@pytest.fixture
def autograder(tmp_path: Path, zipped: bytes) -> Autograder:
    return Autograder(tmp_path / "autograder", zipped)


def members(zipped: bytes) -> dict[str, zipfile.ZipInfo]:
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        return {info.filename: info for info in archive.infolist()}


def test_files_lie_at_the_top_and_the_scripts_may_be_run(zipped: bytes) -> None:
    found = members(zipped)
    assert {"setup.sh", "run_autograder", "pins.txt", "settings.sh", "course/rubric.yaml"} <= found.keys()
    assert all(found[name].external_attr >> 16 & 0o111 for name in ("setup.sh", "run_autograder"))


def test_it_holds_the_course_and_neither_solutions_nor_tests_nor_compiled_files(zipped: bytes) -> None:
    found = members(zipped)
    assert "course/grader/cli/__main__.py" in found
    assert "course/reference_solutions/transformer/softmax.py" in found
    assert not [name for name in found if re.search(r"solved|starter|samples|/tests/|__pycache__|\.ipynb$", name)]


def test_every_package_has_its_version(zipped: bytes) -> None:
    with zipfile.ZipFile(io.BytesIO(zipped)) as archive:
        pins = archive.read("pins.txt").decode().splitlines()
    assert all(re.fullmatch(r"[a-z0-9.-]+==[0-9][0-9a-z.]*", pin) for pin in pins)
    names = {pin.partition("==")[0] for pin in pins}
    assert {"torch", "numpy", "nbclient", "click", "traitlets", "jinja2", "markupsafe"} <= names
    assert not [name for name in names if name.startswith(("nvidia", "triton"))]


def test_the_same_course_gives_the_same_bytes(zipped: bytes) -> None:
    assert autograder_zip(CHECKOUT, CORE) == zipped


@pytest.mark.parametrize("lang", ["en", "es"])
def test_each_message_is_a_result_without_a_score(lang: str) -> None:
    settings = Settings("foundations", lang, "teacher", 10, "it's $(mine).ipynb")
    with zipfile.ZipFile(io.BytesIO(autograder_zip(CHECKOUT, settings))) as archive:
        names = [name for name in archive.namelist() if name.startswith("messages/")]
        for name in names:
            results = json.loads(archive.read(name))
            RESULTS.validate(results)
            assert "score" not in json.dumps(results)
            assert results["extra_data"]["complete"] is False
    assert len(names) == 5


@pytest.mark.parametrize("script", ["setup.sh", "run_autograder"])
def test_the_scripts_are_bash(autograder: Autograder, script: str) -> None:
    file = autograder.root / ("source/setup.sh" if script == "setup.sh" else script)
    assert subprocess.run(["bash", "-n", str(file)], check=False).returncode == 0


def test_what_is_not_run_in_the_students_process_is_closed_to_other_users(autograder: Autograder) -> None:
    """By the lines of setup.sh itself: for containers where a notebook can only be confined as another user."""
    script = (autograder.root / "source" / "setup.sh").read_text()
    lines = [line for line in script.splitlines() if line.startswith("chmod ")]
    made = "\n".join(lines).replace("/autograder", str(autograder.root))
    subprocess.run(["bash", "-euc", made], check=True)
    source = autograder.root / "source"
    inside = source / "course" / "grader" / "inside"
    for path in [source, *source.rglob("*")]:
        others = path.stat().st_mode & 0o007
        if path == inside or inside in path.parents:
            assert others == (0o005 if path.is_dir() else 0o004), path
        else:
            assert others == (0o001 if path in inside.parents else 0), path


def test_a_name_with_signs_of_the_shell_stays_a_name(tmp_path: Path) -> None:
    made = autograder_zip(CHECKOUT, Settings("transformer", "en", "student", 10, "it's $(touch /x) `y`.ipynb"))
    machine = Autograder(tmp_path / "autograder", made)
    source = f". '{machine.root}/source/settings.sh'; printf %s \"$NOTEBOOK\""
    assert subprocess.check_output(["bash", "-c", source], text=True) == "it's $(touch /x) `y`.ipynb"


@real_paths
def test_the_report_replaces_the_fallback_that_was_there_before_the_grading(autograder: Autograder) -> None:
    autograder.submit("ana.ipynb")
    autograder.environment(
        "cp /autograder/results/results.json /autograder/results/seen.json\n"
        f"for last; do :; done; printf '%s' '{REPORT}' > \"$last\"; printf '%s ' \"$@\"; echo \"$PYTHONPATH\""
    )
    assert autograder.run() == json.loads(REPORT)
    before = json.loads((autograder.root / "results" / "seen.json").read_text())
    assert before["extra_data"]["reason"] == "not_finished"
    assert (
        "-m grader.cli /autograder/submission/ana.ipynb --assignment transformer --format gradescope "
        "--edition student --lang en -o /autograder/results/.graded.json /autograder/source/course" in autograder.said
    )


@real_paths
@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("exit 5", "not_finished"),
        ("exit 4", "unreadable"),
        ("kill -9 $$", "not_finished"),  # what Linux does when memory runs out
        ("exec sleep 60", "too_long"),
        ("trap '' TERM; printf '{\"score\": 99' > /autograder/results/half; while :; do sleep 1; done", "too_long"),
    ],
)
def test_a_grading_that_fails_leaves_a_result_that_says_so(autograder: Autograder, script: str, reason: str) -> None:
    autograder.submit("ana.ipynb")
    autograder.environment(script)
    if "sleep" in script:
        autograder.setting("DEADLINE_SECONDS", "1")
    if "trap" in script:  # it takes no polite request: the second one isn't
        runner = autograder.root / "run_autograder"
        runner.write_text(runner.read_text().replace("--kill-after=15", "--kill-after=1"))
    results = autograder.run()
    assert results["extra_data"]["reason"] == reason
    assert "score" not in results


@real_paths
@pytest.mark.parametrize(
    ("names", "notebook", "reason"),
    [
        ((), "", "no_notebook"),
        (("a.py", ".ipynb_checkpoints/a.ipynb", "__MACOSX/._a.ipynb"), "", "no_notebook"),
        (("a.ipynb", "b/c.ipynb"), "", "several_notebooks"),
        (("a.ipynb",), "hw.ipynb", "no_notebook"),
    ],
)
def test_what_was_submitted_is_looked_at_first(
    autograder: Autograder, names: Sequence[str], notebook: str, reason: str
) -> None:
    autograder.submit(*names)
    autograder.environment("exit 99")
    autograder.setting("NOTEBOOK", notebook)
    assert autograder.run()["extra_data"]["reason"] == reason


@real_paths
@pytest.mark.parametrize("name", ["with space's $(x).ipynb", "-o.ipynb", "sub/ü.ipynb"])
def test_a_notebook_may_have_any_name(autograder: Autograder, name: str) -> None:
    autograder.submit(name, "other.txt", ".ipynb_checkpoints/x.ipynb")
    autograder.environment(f"for last; do :; done; test -f \"$3\" && printf '%s' '{REPORT}' > \"$last\"")
    assert autograder.run() == json.loads(REPORT)


@real_paths
@pytest.mark.kernel
def test_it_grades_for_real(autograder: Autograder) -> None:
    """With the zip's own copy of the grader and the course; the level of isolation stands in the result."""
    autograder.environment(f'exec "{sys.executable}" -B "$@" --only kv_cache')
    sample = CHECKOUT / "assignments" / "transformer" / "samples" / "mistakes_en.ipynb"
    autograder.submit("ana.ipynb", text=sample.read_text(encoding="utf-8"))
    results = autograder.run()
    assert results["extra_data"]["complete"] is True, autograder.said
    assert results["extra_data"]["isolation"] in {backend.LEVEL for backend in BACKENDS.values()}
    assert results["extra_data"]["grader_version"] == grader.__version__
    assert results["score"] == pytest.approx(sum(test.get("score", 0) for test in results["tests"]))
    assert 0 < results["score"] <= results["extra_data"]["max_points"]


def test_the_command_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "autograder.zip"
    assert main(["export", "gradescope", "-o", str(file), "--assignment", "foundations", "--time-limit", "20"]) == 0
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        settings = archive.read("settings.sh").decode()
    assert "ASSIGNMENT=foundations\n" in settings
    assert "DEADLINE_SECONDS=1140\n" in settings
    assert main(["export", "gradescope", "-o", str(file), "--assignment", "nothing"]) == 2
    assert "nothing" in capsys.readouterr().err
