"""Every row of the catalogue has something that shows it's withstood, or says why not yet."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.submissions.adversaries import LEVELS, WHO, load_adversaries

ROOT = Path(__file__).parents[2]
ROWS: dict[int, dict[str, Any]] = yaml.safe_load((ROOT / "tests/submissions/catalogue.yaml").read_text("utf-8"))["rows"]
CASES = load_adversaries("hostile")


@cache
def names_in(file: str) -> frozenset[str]:
    path = ROOT / file
    if not path.is_file():
        return frozenset()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(n.name for n in tree.body if isinstance(n, ast.FunctionDef) and n.name.startswith("test_"))


def test_every_row_is_there() -> None:
    assert list(ROWS) == list(range(1, 126))
    assert {row["priority"] for row in ROWS.values()} == {"P0", "P1", "P2"}


@pytest.mark.parametrize("number", ROWS)
def test_a_row_has_tests_or_says_why_not(number: int) -> None:
    row = ROWS[number]
    assert row.keys() <= {"priority", "about", "tests", "later", "decided"}
    cases = [case.name for case in CASES if number in case.rows]
    assert row.get("tests") or cases or row.get("later"), "nothing shows that it's withstood"
    for test in row.get("tests", ()):
        file, _, name = test.partition("::")
        assert name in names_in(file), f"there is no {test}"


def test_cases_name_rows_that_there_are() -> None:
    assert {row for case in CASES for row in case.rows} <= ROWS.keys()
    assert all(case.rows or case.found for case in CASES)


def test_the_corpus_is_large_enough() -> None:
    """Attacks by all three kinds of people, at every level, and honest notebooks beside them."""
    assert len(CASES) >= 60
    assert len(load_adversaries("honest")) >= 30
    assert {case.name.partition("_")[0] for case in CASES} == set(WHO)
    for level in LEVELS:
        assert sum(level in case.levels for case in CASES) >= 25, level


def test_few_rows_are_left_for_later() -> None:
    """And none of the first priority."""
    later = {number for number, row in ROWS.items() if "later" in row}
    assert [number for number in later if ROWS[number]["priority"] == "P0"] == []
    assert len(later) <= 2


def test_known_holes_are_of_weaker_levels() -> None:
    """What isn't withstood yet is named, and nothing of it is at the level ``full``."""
    assert all(level != "full" and reason for case in CASES for level, reason in case.known.items())


def test_the_grader_never_runs_git() -> None:
    """A repository's own configuration can name programs that git runs.

    But for the check of a folder that the teacher is about to publish, which is the teacher's own.
    """
    commands = re.compile(r"""[\[(]\s*["'](?:/usr/bin/)?git["']|import (?:git|pygit2|dulwich)\b""")
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "grader").rglob("*.py")}
    found = [path.relative_to(ROOT).as_posix() for path, text in texts.items() if commands.search(text)]
    assert set(found) <= {"grader/release/leaks.py"}


def test_what_a_course_may_do_is_said() -> None:
    """Row 123: its references run as the teacher's own code, and whoever takes a course from a stranger is told so."""
    for page in ("README.md", "SECURITY.md"):
        assert "course files from strangers" in (ROOT / page).read_text(encoding="utf-8"), page


def test_the_page_of_results_is_about_todays_notebooks() -> None:
    """Else: ``python docs/security_tests.py``."""
    page = (ROOT / "docs/security-tests.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| ((?:curious|hurried|hostile)_\w+) \|", page, re.M)
    assert listed == [case.name for case in CASES]
    for case in CASES:
        assert all(f"`{level}`: {reason} (`{case.name}`)" in page for level, reason in case.known.items())
    counts = re.findall(r"^\| [\w ]+ \| (\w+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|", page, re.M)
    assert {level for level, *_ in counts} == set(LEVELS)
    for level, ran, passed, known, failed, skipped in counts:
        assert failed == "0", level
        assert int(ran) == int(passed) + int(known)
        # At the strongest level the honest ones are among them; what needs torch is only tried there.
        assert int(ran) + int(skipped) >= sum(level in case.levels and not case.torch for case in CASES)
