"""The notebook that is running and the one that is saved: where they part, and when nobody can know."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from grader.model import Text
from grader.student.live import Saved, folders_of, remarks, saved_notebook

SOFTMAX = "def softmax(z):\n    return z"
OTHER = "def softmax(z):\n    return 2 * z"


def file(path: Path, *sources: str) -> Path:
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": s} for s in sources
    ]
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))
    return path


def told(saved: Saved | None, *ran: str) -> str:
    return " ".join(map(str, remarks(saved, ran, {"softmax", "z"}, {"softmax": print})))


@pytest.fixture(autouse=True)
def no_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)


def read(folder: Path, *ran: str) -> Saved | None:
    return saved_notebook({}, ran, [folder])


def test_the_servers_and_the_editors_word_for_the_file_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = file(tmp_path / "mine.ipynb", SOFTMAX)
    file(tmp_path / "other.ipynb", OTHER)
    by_editor = saved_notebook({"__vsc_ipynb_file__": str(mine)}, [OTHER], [tmp_path])
    assert by_editor is not None
    assert by_editor.path == mine
    monkeypatch.setenv("JPY_SESSION_NAME", str(mine))
    by_server = read(tmp_path, OTHER)
    assert by_server is not None
    assert by_server.path == mine


def test_the_servers_word_may_begin_at_its_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the kernel was started beside the notebook, or elsewhere below that root."""
    (tmp_path / "week3").mkdir()
    (tmp_path / "data").mkdir()
    mine = file(tmp_path / "week3" / "mine.ipynb", SOFTMAX)
    monkeypatch.setenv("JPY_SESSION_NAME", "week3/mine.ipynb")
    for folder in (tmp_path / "week3", tmp_path / "data", tmp_path):
        found = saved_notebook({}, [], [folder])
        assert found is not None, folder
        assert found.path == mine


def test_checks_may_lie_beside_the_file_in_the_working_folder_or_where_the_kernel_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = [tmp_path / name for name in ("week3", "now", "start")]
    for place in places:
        place.mkdir()
    monkeypatch.setenv("JPY_SESSION_NAME", str(places[0] / "renamed_since.ipynb"))
    monkeypatch.chdir(places[1])
    assert folders_of({}, SimpleNamespace(starting_dir=str(places[2]))) == places


def test_else_it_is_the_one_that_shares_most_of_what_was_run(tmp_path: Path) -> None:
    file(tmp_path / "a.ipynb", "import numpy", OTHER)
    mine = file(tmp_path / "b.ipynb", "import numpy", SOFTMAX)
    found = read(tmp_path, "import numpy", SOFTMAX)
    assert found is not None
    assert found.path == mine
    assert read(tmp_path, "import numpy") is None, "both share one"
    assert read(tmp_path, "x = 1") is None


def test_what_is_the_same_is_told_to_be(tmp_path: Path) -> None:
    saved = read(file(tmp_path / "a.ipynb", "x = 1", SOFTMAX).parent, OTHER, SOFTMAX, "softmax(1)")
    assert "What was checked is what a.ipynb has" in told(saved, OTHER, SOFTMAX, "softmax(1)")


def test_what_was_changed_deleted_or_not_run_is_told(tmp_path: Path) -> None:
    saved = Saved(tmp_path / "a.ipynb", (), "12:00")
    assert "aren't in the saved file, only in what was run here: softmax" in told(saved, SOFTMAX)
    ran = read(file(tmp_path / "a.ipynb", "x = 1", SOFTMAX).parent, "x = 1")
    assert "Cell 2 of the saved file, which defines `softmax`, hasn't been run here" in told(ran, "x = 1")
    assert "written in another way than they were run here: softmax" in told(ran, "x = 1", OTHER)


@pytest.mark.parametrize(
    ("file_has", "ran", "value", "said"),
    [
        ([SOFTMAX], [SOFTMAX, "softmax = softmax(3)"], 3, "It was this line: softmax = softmax(3)"),
        ([SOFTMAX], [SOFTMAX, "exec('softmax = 3')"], 3, "`softmax` was given another value here"),
        ([SOFTMAX], [SOFTMAX, "del softmax"], None, "`softmax` was deleted here"),
        ([SOFTMAX, "softmax = 3"], [SOFTMAX], print, "Cell 2 of the saved file gives `softmax` to something else"),
        ([SOFTMAX, "softmax = 3"], [SOFTMAX, "softmax = 3"], 3, "What was checked is what a.ipynb has"),
        ([SOFTMAX, "softmax = f(softmax)"], [SOFTMAX, "softmax = f(softmax)"], print, "What was checked is what"),
    ],
)
def test_a_name_that_is_no_longer_what_its_cell_made_it_is_told(
    tmp_path: Path, file_has: list[str], ran: list[str], value: object, said: str
) -> None:
    """Whatever the file has then, it isn't what was checked."""
    saved = read(file(tmp_path / "a.ipynb", *file_has).parent, *ran)
    names = {} if value is None else {"softmax": value}
    made = " ".join(map(str, remarks(saved, ran, {"softmax"}, names)))
    assert said in made
    assert ("What was checked is what" in made) is ("What was" in said)


def test_where_there_is_no_file_nothing_is_claimed() -> None:
    (only,) = remarks(None, [SOFTMAX], {"softmax"}, {"softmax": print})
    assert isinstance(only, Text)
    assert "nobody can tell" in str(only)
