"""``grade check``: what is refused before anything runs."""

from __future__ import annotations

import inspect
import json
import re
import shutil
from pathlib import Path

import click
import pytest

from grader.cli import main
from grader.cli.check import check
from grader.cli.explain import explain
from grader.cli.help_texts import METAVARS, TOLD
from grader.cli.hint import hint
from grader.student.public import PublicChecks


def notebook(path: Path, **grader: str) -> Path:
    body = {"cells": [], "metadata": {"grader": grader} if grader else {}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(body), encoding="utf-8")
    return path


@pytest.fixture
def folder(public: PublicChecks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A student's folder, some levels below which the notebook may lie."""
    monkeypatch.chdir(tmp_path)
    made = tmp_path / "course"
    made.mkdir()
    shutil.copy(public.path, made)
    return made


def test_without_public_checks_it_says_where_they_are_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["check", str(notebook(tmp_path / "a.ipynb")), "--lang", "en"]) == 2
    assert "keep the notebook in the folder that you were given" in capsys.readouterr().err


def test_another_assignments_notebook_is_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Checked by these, all of it would be missing."""
    path = notebook(folder / "a.ipynb", assignment="foundations")
    assert main(["check", str(path), "--lang", "en"]) == 2
    assert (
        "is for the assignment foundations, and the public checks here are for transformer" in capsys.readouterr().err
    )


def test_an_unknown_item_is_told_what_was_meant(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = notebook(folder / "a.ipynb", assignment="transformer")
    assert main(["check", str(path), "--only", "softmax,mask", "--lang", "en"]) == 2
    assert "there is no item 'mask': did you mean masks?" in capsys.readouterr().err


def test_what_is_no_notebook_is_told_as_such(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.ipynb").write_text("def softmax(z): ...")
    assert main(["check", str(folder / "a.ipynb")]) == 4
    assert "a.ipynb: " in capsys.readouterr().err


@pytest.mark.parametrize("step", ["0", "99"])
def test_a_hint_that_is_not_there_is_told_how_many_there_are(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], step: str
) -> None:
    monkeypatch.chdir(folder)
    code = main(["hint", "softmax", step, "--lang", "en"])
    said = capsys.readouterr()
    if step == "0":
        assert (code, said.err) == (2, "grade: there is no hint 0 on softmax: there are 3, counted from 1\n")
    else:
        assert (code, "There are 3 hints on this one" in said.out) == (0, True)


@pytest.mark.kernel
def test_the_checks_are_found_from_a_folder_below_and_by_name(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The language is the notebook's own; an item that isn't written yet makes the exit code 1."""
    below = folder / "week1"
    below.mkdir()
    path = notebook(below / "a.ipynb", assignment="transformer", language="es")
    assert main(["check", str(path), "--only", "kv_cache"]) == 1
    assert "Memoria de la caché KV" in capsys.readouterr().out
    other = notebook(tmp_path / "b.ipynb")
    assert main(["check", str(other), "--only", "kv_cache", "--checks", str(folder), "--lang", "en"]) == 1
    assert "0 of " in capsys.readouterr().out


@pytest.mark.parametrize("command", [check, hint, explain], ids=["check", "hint", "explain"])
def test_all_that_help_says_is_in_the_catalogue(command: click.Command) -> None:
    """Whose Spanish is complete, as another test shows; what isn't in it are command lines."""
    said = [inspect.cleandoc(command.help or ""), *(p.help for p in command.params if isinstance(p, click.Option))]
    for line in (command.epilog or "").replace("\b", "").splitlines():
        words = re.sub(r"^\d  ", "", line.strip())
        said += [words] if words and not words.startswith("grade ") else []
    assert [words for words in said if words not in TOLD] == []
    values = [p.metavar or p.human_readable_name.upper() for p in command.params if isinstance(p, click.Argument)]
    assert {value.strip("[]") for value in values} <= {"NOTEBOOK", *METAVARS}


def test_help_is_in_the_language_that_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With all that it has in English: the options, their defaults, the examples."""
    monkeypatch.setattr("grader.cli.help_texts.say", lambda text, lang: f"«{text.template}»")
    assert main(["check", "--help", "--lang", "es"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    for words in ("«Usage»:", "[«OPTIONS»]", "«Options»:", "--checks «FOLDER»", "[«default»: auto]", "0 «all public"):
        assert words in shown
    assert "grade check transformer.es.ipynb --watch" in shown
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert main(["check", "--help"]) == 0
    assert "«" not in capsys.readouterr().out
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    assert main(["hint", "--help"]) == 0
    assert "«Give a hint" in capsys.readouterr().out
