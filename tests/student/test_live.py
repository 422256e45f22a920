"""The notebook that is running and the one that is saved: where they part, and when nobody can know."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grader.model import Text
from grader.student.live import Saved, remarks, saved_notebook

SOFTMAX = "def softmax(z):\n    return z"
OTHER = "def softmax(z):\n    return 2 * z"


def file(path: Path, *sources: str) -> Path:
    cells: list[dict[str, object]] = [
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": s} for s in sources
    ]
    path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))
    return path


def told(saved: Saved | None, *ran: str) -> str:
    return " ".join(map(str, remarks(saved, ran, {"softmax", "z"})))


@pytest.fixture(autouse=True)
def no_session(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JPY_SESSION_NAME", raising=False)


def read(folder: Path, *ran: str) -> Saved | None:
    return saved_notebook({}, ran, folder)


def test_the_servers_and_the_editors_word_for_the_file_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = file(tmp_path / "mine.ipynb", SOFTMAX)
    file(tmp_path / "other.ipynb", OTHER)
    by_editor = saved_notebook({"__vsc_ipynb_file__": str(mine)}, [OTHER], tmp_path)
    assert by_editor is not None
    assert by_editor.path == mine
    monkeypatch.setenv("JPY_SESSION_NAME", str(mine))
    by_server = read(tmp_path, OTHER)
    assert by_server is not None
    assert by_server.path == mine


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


def test_where_there_is_no_file_nothing_is_claimed() -> None:
    (only,) = remarks(None, [SOFTMAX], {"softmax"})
    assert isinstance(only, Text)
    assert "nobody can tell" in str(only)
