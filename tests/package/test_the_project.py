"""The image, the workflow and the hooks: each is looked at by the tool that its users look at it with."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOW = ROOT / ".github" / "workflows" / "ci.yml"


def run(program: str, *arguments: str | Path) -> tuple[int, str]:
    """As `make install` brings it."""
    path = Path(sys.executable).with_name(program)
    if not path.exists():
        pytest.skip(f"{program} isn't installed (it comes with the extra dev)")
    done = subprocess.run([path, *arguments], capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout + done.stderr


def test_hadolint_finds_nothing_in_the_dockerfile() -> None:
    code, said = run("hadolint", ROOT / "Dockerfile")
    assert (code, said) == (0, "")


def test_hadolint_would_find_an_image_without_a_tag(tmp_path: Path) -> None:
    """So what it says of ours isn't empty because nothing was read."""
    (tmp_path / "Dockerfile").write_text("FROM debian\nRUN cd /tmp\n", encoding="utf-8")
    code, said = run("hadolint", tmp_path / "Dockerfile")
    assert code == 1
    assert "DL3006" in said


def test_zizmor_finds_nothing_in_the_workflow() -> None:
    code, said = run("zizmor", "--offline", "--no-progress", "--format", "plain", WORKFLOW)
    assert code == 0, said


def test_the_workflow_is_one_by_githubs_schema() -> None:
    code, said = run("check-jsonschema", "--builtin-schema", "vendor.github-workflows", WORKFLOW)
    assert code == 0, said


def test_the_workflow_runs_what_runs_here_on_every_python_from_3_11_to_3_14() -> None:
    workflow: dict[Any, Any] = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    job = workflow["jobs"]["ci"]
    assert job["strategy"]["matrix"]["python"] == ["3.11", "3.12", "3.13", "3.14"]
    assert ".ci/run" in [step.get("run") for step in job["steps"]]
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111


def test_no_hook_needs_a_network() -> None:
    """Each is a program of .venv that `make install` brings."""
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert [repository["repo"] for repository in config["repos"]] == ["local"]
    hooks = config["repos"][0]["hooks"]
    assert hooks
    for hook in hooks:
        assert hook["language"] == "system"
        program = re.fullmatch(r"\.venv/bin/([\w-]+)(?: .*)?", hook["entry"])
        assert program is not None
        assert Path(sys.executable).with_name(program[1]).exists(), hook["id"]


def test_the_hooks_leave_students_code_as_students_write_it() -> None:
    """pre-commit names each file, and a file that's named isn't excluded unless ruff is told so."""
    config = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    ruff = [hook["entry"].split() for hook in config["repos"][0]["hooks"] if "ruff" in hook["entry"]]
    assert len(ruff) == 2
    for _, *arguments in ruff:
        command = [word for word in arguments if word != "--fix"]
        command += ["--check"] if "format" in command else []
        code, said = run("ruff", *command, ROOT / "tests" / "submissions" / "honest" / "deep_recursion_caught.py")
        assert code == 0, said
