"""The autograder.py of the docs, run as Classroom 50's runner runs it: in the checkout, by the job's environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.reports import FORMATS
from tests.reports.sample_report import complete_sample_report
from tests.reports.test_classroom50 import is_accepted

SCRIPT = Path(__file__).parents[2] / "docs" / "classroom50-autograder.py"
JOB = {
    "CLASSROOM": "cs-1",
    "ASSIGNMENT": "transformer",
    "SUBMISSION_TAG": "submit/2026-11-30T10-00-00Z-0a1b2c3",
    "COMMIT_URL": "https://github.example/org/ana/commit/0a1b2c3",
    "RELEASE_URL": "https://github.example/org/ana/releases/tag/submit",
}


def run(checkout: Path, report: str, code: int) -> int:
    """With a `grade` that writes `report` and ends with `code`."""
    program = checkout / "bin" / "grade"
    program.parent.mkdir()
    (checkout / "written").write_text(report, encoding="utf-8")
    program.write_text(
        f"#!{sys.executable}\n"
        "import shutil, sys\n"
        "assert sys.argv[1:6] == ['submission.ipynb', '--format', 'classroom50', '--edition', 'student'], sys.argv\n"
        f"shutil.copy({str(checkout / 'written')!r}, sys.argv[sys.argv.index('-o') + 1])\n"
        f"sys.exit({code})\n"
    )
    program.chmod(0o755)
    environment = {"PATH": f"{program.parent}{os.pathsep}{os.defpath}", **JOB}
    return subprocess.run([sys.executable, str(SCRIPT)], cwd=checkout, env=environment, check=False).returncode


def test_the_result_is_the_reports_and_says_whose_it_is(tmp_path: Path) -> None:
    assert run(tmp_path, FORMATS["classroom50"](complete_sample_report(), "en"), 0) == 0
    result = json.loads((tmp_path / "result.json").read_text(encoding="utf-8"))
    assert is_accepted(result)
    assert (result["classroom"], result["submission"]) == (JOB["CLASSROOM"], JOB["SUBMISSION_TAG"])
    assert result["review"] == result["commit"] == JOB["COMMIT_URL"]
    assert all(result[key] for key in ("assignment", "release", "datetime"))


@pytest.mark.parametrize("code", [4, 5])
def test_what_could_not_be_graded_leaves_no_result_not_even_one_that_was_there(tmp_path: Path, code: int) -> None:
    (tmp_path / "result.json").write_text('{"score": 100}')
    assert run(tmp_path, FORMATS["classroom50"](complete_sample_report(), "en"), code) == code
    assert not (tmp_path / "result.json").exists()
