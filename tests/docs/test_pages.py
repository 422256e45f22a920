"""What the pages say can be found: links, programs, benchmarks, and the transcript of the README."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

TOP = Path(__file__).parents[2]
DOCS = TOP / "docs"
README = TOP / "README.md"
PAGES = [*sorted(TOP.glob("*.md")), *sorted(DOCS.glob("*.md"))]


def told(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent == TOP], ids=lambda page: page.name)
def test_links_lead_to_files_that_are_there(page: Path) -> None:
    """Sphinx looks after those of docs/ (test_documentation); these are read where they lie."""
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", told(page)):
        assert "://" in target or (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_programs_and_make_targets_that_a_page_names_are_there(page: Path) -> None:
    makefile = told(TOP / "Makefile")
    for target in re.findall(r"(?:`|^ *(?:\$ )?)make ([a-z]+)(?:`|$| +#)", told(page), re.M):
        assert re.search(rf"^{target}:", makefile, re.M), target
    for path in re.findall(r"\b((?:benchmarks|docker|docs|tests)/[\w/]+\.(?:py|sh))", told(page)):
        assert (TOP / path).is_file(), path
    for module in re.findall(r"python -m (benchmarks\.[\w.]+|tests\.[\w.]+\b(?!\.))", told(page)):
        assert (TOP / f"{module.replace('.', '/')}.py").is_file(), module


def test_every_page_is_in_the_table_of_contents() -> None:
    listed = re.findall(r"^(?!:)([\w/-]+)$", told(DOCS / "index.md"), re.M)
    assert {page.stem for page in DOCS.glob("*.md")} - {"index"} <= set(listed)


def test_the_report_in_the_readme_is_that_of_the_sample() -> None:
    """As docs/samples.md has it, which a test of its own compares with the grader."""
    module = runpy.run_path(str(DOCS / "samples.py"))
    assert told(README) == module["with_its_report"](told(README), told(DOCS / "samples.md")), (
        "the README's report is out of date: python docs/samples.py"
    )
    shown = module["IN_README"].search(told(README))
    assert shown is not None
    assert shown[0].count("\n") > 40


def test_the_figures_on_the_page_of_benchmarks_name_their_scripts() -> None:
    """A table without a command that makes it can't be checked by anybody."""
    page = told(DOCS / "benchmarks.md")
    sections = re.split(r"^## ", page, flags=re.M)[1:]
    assert len(sections) >= 5
    for section in sections:
        title = section.partition("\n")[0]
        assert "```" not in section or re.search(r"benchmarks[./]\w+", section), title
