"""The students' notebooks run from top to bottom, and the core one's own checks say how far one is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import matplotlib as mpl
import pytest
from matplotlib import pyplot as plt

from tests.release.test_notebooks import ROOT, SOURCES

CORE = ROOT / "assignments" / "transformer"

pytestmark = pytest.mark.filterwarnings("ignore:FigureCanvasAgg is non-interactive")


@pytest.fixture(autouse=True)
def no_window() -> Iterator[None]:
    mpl.use("Agg")
    yield
    plt.close("all")


def code_of(file: Path) -> list[str]:
    cells = json.loads(file.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


def run(file: Path) -> dict[str, Any]:
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for source in code_of(file):
        exec(source, namespace)
    return namespace


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("assignment", SOURCES, ids=lambda path: path.name)
def test_a_starting_point_runs_from_top_to_bottom(assignment: Path, language: str) -> None:
    """Whoever hasn't come to a part yet isn't stopped by the cells that show it."""
    run(assignment / f"starter.{language}.ipynb")


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_solved_core_notebook_ticks_all_its_checks(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = CORE / f"solved.{language}.ipynb"
    run(file)
    marks = [line[0] for line in capsys.readouterr().out.splitlines() if line[0] in "✓✗·"]
    assert marks == ["✓"] * len(marks)
    assert len(marks) == checks_in(file)
    assert len(plt.get_fignums()) == 4, "two heat maps, the positional encoding, the losses"


@pytest.mark.parametrize("language", ["en", "es"])
def test_the_core_starter_ticks_nothing(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = CORE / f"starter.{language}.ipynb"
    run(file)
    marks = [line[0] for line in capsys.readouterr().out.splitlines()]
    assert marks == ["·"] * checks_in(file)
    assert plt.get_fignums() == []


def checks_in(file: Path) -> int:
    count = sum(line.startswith(("with claim(", "with comprueba(")) for s in code_of(file) for line in s.splitlines())
    assert count >= 9 * 2, "at least two checks for each of the nine parts"
    return count


@pytest.mark.parametrize(("language", "name"), [("en", "claim"), ("es", "comprueba")])
def test_a_check_that_fails_is_crossed_and_stops_nothing(
    language: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    check = run(CORE / f"starter.{language}.ipynb")[name]
    capsys.readouterr()
    with check("no name"):
        assert name == ""
    with check("a division"):
        1 / 0  # noqa: B018 - for its error
    with pytest.raises(KeyboardInterrupt), check("a cell that is stopped"):
        raise KeyboardInterrupt
    assert capsys.readouterr().out.splitlines() == [
        "✗ no name",
        "✗ a division (ZeroDivisionError: division by zero)",
    ]
