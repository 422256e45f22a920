"""The samples get the grades that they claim, through real kernels."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from grader.kernel.warm import Zygote
from grader.model import ItemState
from grader.pipeline import grade
from tests.end_to_end.course import CHECKOUT, SAMPLES, grade_warm, item

pytestmark = pytest.mark.kernel


@pytest.mark.parametrize("sample", ["perfect_en.ipynb", "perfect_es.ipynb"])
def test_a_perfect_sample_earns_every_point(sample: str) -> None:
    report = grade(SAMPLES / sample, rubric=CHECKOUT / "rubric.yaml", seed=20)
    lost = {i.id: [(c.id, str(c.message)) for c in i.checks if c.points < c.max_points] for i in report.items}
    assert {key: value for key, value in lost.items() if value} == {}
    assert report.points == report.max_points == 100
    assert report.complete


def test_the_sample_with_mistakes_loses_points_where_they_are(zygote: Zygote) -> None:
    report = grade_warm(zygote, SAMPLES / "mistakes_en.ipynb", rubric=CHECKOUT / "rubric.yaml", seed=20)
    assert 0 < report.points < 90
    assert item(report, "positional_encoding").state is ItemState.PASSED
    assert item(report, "attention").state is ItemState.PARTIAL
    assert any("stopped" in str(finding.message) for finding in report.findings)


def test_the_unfinished_sample_says_what_is_missing(zygote: Zygote) -> None:
    report = grade_warm(zygote, SAMPLES / "unfinished_es.ipynb", rubric=CHECKOUT / "rubric.yaml", seed=20)
    assert 0 < report.points < 60
    assert any(i.state is ItemState.MISSING for i in report.items)
    assert report.complete


def test_the_same_seed_gives_the_same_report() -> None:
    first, second = (
        subprocess.run(
            [sys.executable, "-m", "grader.cli", str(SAMPLES / "mistakes_en.ipynb"), "--seed", "5", "--format", "json"],
            capture_output=True,
            text=True,
            check=True,
            cwd=CHECKOUT,
        ).stdout
        for _ in range(2)
    )
    one, other = json.loads(first), json.loads(second)
    assert one.pop("duration_seconds") > 0
    assert other.pop("duration_seconds") > 0
    assert one == other


def test_the_exit_codes_are_those_of_the_manual(tmp_path: Path) -> None:
    def run(*args: str) -> int:
        command = [sys.executable, "-m", "grader.cli", *args]
        return subprocess.run(command, capture_output=True, cwd=CHECKOUT, check=False).returncode

    sample = str(SAMPLES / "unfinished_es.ipynb")
    broken = tmp_path / "broken.ipynb"
    broken.write_text("not json")
    rubric = tmp_path / "rubric.yaml"
    rubric.write_text("format: 99\n")
    (tmp_path / "reference_solutions").mkdir()  # else it is a stray copy, which the command line refuses
    assert run(sample) == 0
    assert run(sample, "--fail-under", "99") == 1
    assert run(sample, "--only", "no_such_item") == 2
    assert run(sample, "--rubric", str(rubric)) == 3
    assert run(str(broken)) == 4


def test_the_page_of_sample_reports_is_what_the_grader_says_today() -> None:
    names = runpy.run_path(str(CHECKOUT / "docs" / "samples.py"))
    assert names["page"]() == names["PAGE"].read_text(encoding="utf-8"), "run `python docs/samples.py`"


def test_the_page_of_the_ten_mistakes_is_what_the_grader_says_today() -> None:
    names = runpy.run_path(str(CHECKOUT / "docs" / "samples.py"))
    assert len(names["MISTAKES"]) == 10
    page = names["mistakes_page"]()
    assert page == names["MISTAKES_PAGE"].read_text(encoding="utf-8"), "run `python docs/samples.py`"
    # A page on mistakes on which one isn't named would be out of date itself.
    assert page.count("Likely cause: ") == page.count("Causa probable: ") == 5
