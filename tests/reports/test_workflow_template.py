"""The workflow template: what it may do, and its script as a shell runs it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from grader.reports import FORMATS, md
from tests.reports.hostile import HOSTILE, report_full_of
from tests.reports.sample_report import sample_report

TEMPLATE = Path(__file__).parents[2] / "docs" / "workflow-template.yml"
TEXT = TEMPLATE.read_text(encoding="utf-8")
WORKFLOW: dict[Any, Any] = yaml.safe_load(TEXT)
STEPS: list[dict[str, Any]] = WORKFLOW["jobs"]["grade"]["steps"]


def grade_step(tmp_path: Path, report: str | None, code: int) -> tuple[int, str, str]:
    """Run the step's script with a `grade` that writes `report` and exits with `code`: exit code, log and summary."""
    (tmp_path / "report").write_text(report or "", encoding="utf-8")
    program = tmp_path / "bin" / "grade"
    program.parent.mkdir()
    written = f"shutil.copy({str(tmp_path / 'report')!r}, sys.argv[sys.argv.index('-o') + 1])"
    program.write_text(
        f"#!{sys.executable}\n"
        "import shutil, sys\n"
        "assert sys.argv[1:4] == ['submission.ipynb', '--format', 'github'], sys.argv\n"
        f"{'' if report is None else written}\n"
        f"sys.exit({code})\n"
    )
    program.chmod(0o755)
    summary = tmp_path / "summary"
    summary.write_text("before\n")
    (script,) = [step["run"] for step in STEPS if step.get("name") == "Grade"]
    environment = {
        "PATH": f"{program.parent}:/usr/bin:/bin",
        "RUNNER_TEMP": str(tmp_path),
        "GITHUB_STEP_SUMMARY": str(summary),
        **{name: str(value) for name, value in WORKFLOW["env"].items()},
    }
    # As the runner calls it: https://docs.github.com/actions, "defaults.run.shell"
    shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script]
    run = subprocess.run(shell, env=environment, capture_output=True, text=True, timeout=30, check=False)
    return run.returncode, run.stdout, summary.read_text(encoding="utf-8").removeprefix("before\n")


@pytest.mark.parametrize("code", [0, 1, 5])
def test_the_script_parts_annotations_from_the_summary_and_keeps_the_exit_code(tmp_path: Path, code: int) -> None:
    ended, log, summary = grade_step(tmp_path, FORMATS["github"](sample_report(), "en"), code)
    assert ended == code
    assert log.startswith("::error ")
    assert all(line.startswith("::") for line in log.rstrip("\n").split("\n"))
    assert summary.lstrip("\n").rstrip("\n") == md.render(sample_report(), "en").rstrip("\n")


@pytest.mark.parametrize("name", ["workflow command", "workflow command after a break", "new lines", "percent"])
def test_hostile_text_adds_no_line_to_the_log(tmp_path: Path, name: str) -> None:
    _, log, _ = grade_step(tmp_path, FORMATS["github"](report_full_of(HOSTILE[name]), "en"), 0)
    expected = [line for line in FORMATS["github"](report_full_of("x"), "en").split("\n") if line.startswith("::")]
    assert len(log.rstrip("\n").split("\n")) == len(expected)


def test_the_script_fails_with_the_grader_when_there_is_no_report(tmp_path: Path) -> None:
    assert grade_step(tmp_path, None, 4) == (4, "", "")


def test_it_may_only_read_and_keeps_no_credentials() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    assert "permissions" not in WORKFLOW["jobs"]["grade"]
    assert "secrets" not in TEXT
    (checkout,) = [step for step in STEPS if step.get("uses", "").startswith("actions/checkout@")]
    assert checkout["with"] == {"persist-credentials": False}


def test_it_never_runs_with_the_rights_of_another_repository() -> None:
    triggers = WORKFLOW[True]  # YAML 1.1 reads "on" as true
    assert set(triggers) == {"push", "workflow_dispatch"}


def test_actions_are_pinned_and_what_must_be_replaced_is_marked() -> None:
    uses = [step["uses"] for step in STEPS if "uses" in step]
    assert uses
    assert all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", action) for action in uses)
    assert TEXT.count("REPLACE") >= 4
    assert WORKFLOW["env"]["GRADER"].startswith("https://")
    assert WORKFLOW["env"]["GRADER_COMMIT"] == "0" * 40


def test_what_is_installed_has_a_course_to_grade_by(tmp_path: Path) -> None:
    """The package alone has none (tests/release/test_package.py) and grades nothing: a checkout is installed."""
    origin, temporary, programs = tmp_path / "origin", tmp_path / "temporary", tmp_path / "bin"
    for folder in (origin, temporary, programs):
        folder.mkdir()
    (origin / "rubric.yaml").write_text("format: 1\n", encoding="utf-8")
    who = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"]
    for arguments in (["init", "-q"], ["add", "."], [*who, "commit", "-qm", "course"]):
        subprocess.run(["git", *arguments], cwd=origin, check=True)
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=origin, capture_output=True, text=True, check=True).stdout
    (programs / "python").write_text('#!/bin/sh\nfor last; do :; done\necho "$last"\n')
    (programs / "python").chmod(0o755)
    (script,) = [step["run"] for step in STEPS if step.get("name") == "Install the grader"]
    environment = {
        "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin",
        "HOME": str(tmp_path),
        "RUNNER_TEMP": str(temporary),
        "GRADER": str(origin),
        "GRADER_COMMIT": commit.strip(),
    }
    run = subprocess.run(["bash", "-eo", "pipefail", "-c", script], env=environment, capture_output=True, text=True,
                         cwd=tmp_path, timeout=60, check=False)  # fmt: skip
    assert run.returncode == 0, run.stderr
    installed = Path(run.stdout.splitlines()[-1])
    assert installed.parent == temporary
    assert (installed / "rubric.yaml").is_file()


def test_nothing_of_an_event_is_pasted_into_a_script() -> None:
    assert all("${{" not in step.get("run", "") for step in STEPS)


def test_students_read_the_log_so_the_report_is_theirs() -> None:
    assert any("--format github --edition student" in step.get("run", "") for step in STEPS)


def test_it_ends() -> None:
    assert WORKFLOW["jobs"]["grade"]["timeout-minutes"] <= 30


# -- by the tools that maintainers of workflows use


def tool(name: str) -> str:
    """The program as `make install` brings it."""
    program = Path(sys.executable).with_name(name)
    if not program.exists():
        pytest.skip(f"{name} isn't installed (it comes with the extra dev)")
    return str(program)


def findings(workflow: Path) -> tuple[int, str]:
    """zizmor's exit code and what it says; offline, as a CI job without a token runs it."""
    command = [tool("zizmor"), "--offline", "--no-progress", "--format", "plain", str(workflow)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def is_a_workflow(workflow: Path) -> bool:
    command = [tool("check-jsonschema"), "--builtin-schema", "vendor.github-workflows", str(workflow)]
    return subprocess.run(command, capture_output=True, timeout=60, check=False).returncode == 0


def test_zizmor_finds_nothing_in_it() -> None:
    code, said = findings(TEMPLATE)
    assert code == 0, said


@pytest.mark.parametrize(
    ("before", "after", "finding"),
    [
        ('graded="$RUNNER_TEMP/graded.txt"', "echo ${{ github.event.head_commit.message }}", "template-injection"),
        (re.search(r"actions/checkout@\S+", TEXT)[0], "actions/checkout@v5", "unpinned-uses"),  # type: ignore[index]
        ("  push:\n", "  pull_request_target:\n", "dangerous-triggers"),
    ],
)
def test_zizmor_would_find_it(tmp_path: Path, before: str, after: str, finding: str) -> None:
    """What the template avoids is what the tool looks for."""
    workflow = tmp_path / ".github" / "workflows" / "grade.yml"
    workflow.parent.mkdir(parents=True)
    assert before in TEXT
    workflow.write_text(TEXT.replace(before, after), encoding="utf-8")
    code, said = findings(workflow)
    assert code != 0
    assert finding in said


def test_it_is_a_workflow_by_githubs_schema(tmp_path: Path) -> None:
    assert is_a_workflow(TEMPLATE)
    (tmp_path / "broken.yml").write_text(TEXT.replace("runs-on:", "runs_on:"), encoding="utf-8")
    assert not is_a_workflow(tmp_path / "broken.yml")
