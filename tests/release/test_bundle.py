"""The folder that students are given, from the real course: it's complete, and the check works in it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from grader.cli import main
from grader.errors import CourseError, UsageError
from grader.release import bundle
from grader.release.bundle import Released, release

ROOT = Path(__file__).parents[2]
RUBRIC = ROOT / "assignments" / "foundations" / "rubric.yaml"
FILES = {
    "README.md",
    "foundations.checks.json",
    "foundations.en.ipynb",
    "foundations.es.ipynb",
    "requirements.txt",
}


@pytest.fixture(scope="module")
def released(tmp_path_factory: pytest.TempPathFactory) -> Released:
    return release(RUBRIC, tmp_path_factory.mktemp("given") / "foundations")


def test_everything_that_a_student_needs_is_there(released: Released) -> None:
    folder = released.files[0].parent
    wheels = list(folder.glob("*.whl"))
    assert {file.name for file in folder.iterdir()} == FILES | {wheels[0].name}
    assert f"./{wheels[0].name}" in (folder / "requirements.txt").read_text(encoding="utf-8").splitlines()
    readme = (folder / "README.md").read_text(encoding="utf-8")
    for language in ("en", "es"):
        notebook = json.loads((folder / f"foundations.{language}.ipynb").read_text(encoding="utf-8"))
        assert notebook["metadata"]["grader"] == {"assignment": "foundations", "language": language}
        assert f"grade check foundations.{language}.ipynb" in readme


def test_every_item_has_public_checks(released: Released) -> None:
    for item in released.public.items:
        assert item.is_public, item.id


@pytest.mark.kernel
def test_the_solved_notebook_passes_and_the_starting_point_does_not(
    released: Released, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the command, in the folder as it was given, with a kernel."""
    folder = tmp_path / "mine"
    shutil.copytree(released.files[0].parent, folder)
    solved = folder / "mine.ipynb"
    shutil.copy(ROOT / "assignments" / "foundations" / "solved.es.ipynb", solved)
    assert main(["check", str(solved)]) == 0
    told = capsys.readouterr().out
    assert "Autoatención" in told, "the notebook's own language"
    assert main(["check", str(folder / "foundations.en.ipynb")]) == 1
    told = capsys.readouterr().out
    assert "0 of " in told
    assert told.count("not yet started") == len(released.public.items)


def test_a_file_of_the_teachers_is_not_replaced(released: Released, tmp_path: Path) -> None:
    """Unless that's what was asked for; the same files again are no matter."""
    draft, folder = tmp_path / "draft", tmp_path / "out"
    shutil.copytree(released.files[0].parent, draft)
    bundle._moved(draft, folder, overwrite=False)
    bundle._moved(draft, folder, overwrite=False)
    (folder / "README.md").write_text("mine")
    (draft / "more.txt").write_text("new")
    with pytest.raises(UsageError) as refused:
        bundle._moved(draft, folder, overwrite=False)
    assert "README.md" in str(refused.value)
    assert (folder / "README.md").read_text() == "mine"
    assert not (folder / "more.txt").exists()
    bundle._moved(draft, folder, overwrite=True)
    assert (folder / "README.md").read_text() != "mine"


def test_nothing_is_written_where_something_would_leak(
    released: Released, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = bundle.given_files

    def with_a_solution(*arguments: Any) -> Iterator[tuple[str, bytes]]:
        yield from given(*arguments)
        yield "extra.ipynb", (ROOT / "assignments" / "foundations" / "solved.en.ipynb").read_bytes()

    monkeypatch.setattr(bundle, "given_files", with_a_solution)
    monkeypatch.setattr(bundle, "_public_part", lambda *_: released.public)
    with pytest.raises(CourseError) as refused:
        release(RUBRIC, tmp_path / "out")
    assert any("extra.ipynb" in problem for problem in refused.value.problems)
    assert not (tmp_path / "out").exists()


def test_a_folder_in_the_courses_own_repository_is_refused(released: Released, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who pushes it pushes the references."""
    monkeypatch.setattr(bundle, "_public_part", lambda *_: released.public)
    looked: list[Path] = []

    def history(folder: Path, _: object) -> list[str]:
        looked.append(folder)
        return ["git history: softmax.py is reference_solutions/transformer/softmax.py"] if folder == ROOT else []

    monkeypatch.setattr(bundle, "leaks_in_history", history)
    for folder in (ROOT, ROOT / "not" / "there" / "yet"):
        with pytest.raises(CourseError):
            release(RUBRIC, folder)
    assert ROOT in looked
    assert not (ROOT / "not").exists()


def test_an_unknown_assignment_is_told_what_was_meant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["release", "foundation", "-o", str(tmp_path / "out"), "--lang", "en"]) == 2
    assert "did you mean 'foundations'" in capsys.readouterr().err
