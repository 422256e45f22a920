"""The documentation builds without a warning, and its links and defaults are true."""

from __future__ import annotations

import dataclasses
import re
import subprocess
import sys
from pathlib import Path

import pytest

from grader.model import Limits

TOP = Path(__file__).parents[1]
DOCS = TOP / "docs"


def test_it_builds_without_a_warning(tmp_path: Path) -> None:
    pytest.importorskip("furo", reason="the documentation's tools are the extra 'docs'")
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", str(DOCS), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "cli.html").read_text(encoding="utf-8")
    assert "--edition" in page
    assert "https://" not in "".join(re.findall(r'<(?:script|link|img)[^>]*(?:src|href)="([^"]*)"', page))


def test_the_page_of_the_rubric_gives_the_limits_that_hold() -> None:
    page = (DOCS / "rubric.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", page, re.M))
    told |= {"disk_mib": "512", "files": "100000"} if "`disk_mib`, `files` | 512, 100000" in page else {}
    assert told == {field.name: f"{field.default:g}" for field in dataclasses.fields(Limits)} | {"files": "100000"}
