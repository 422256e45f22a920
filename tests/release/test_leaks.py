"""What students must not have is found wherever it hides; what they may have is let through."""

from __future__ import annotations

import json
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.release.leaks import Secrets, leaks_in, secrets_of

REFERENCE = '''"""A canary in a docstring of the reference: 4d1f6f7a is its colour."""
import numpy as np

def softmax(z):
    exponentials = np.exp(z - z.max())
    total = exponentials.sum()
    return exponentials / total
'''
MISCONCEPTION = '''"""
en: What is told of a mistake is for students to read, all of it
"""
def softmax(z):
    return np.canary_of_a_misconception_77aa(z)
'''
SOURCE = '''# %%
def softmax(z):
    """Rows to shares, as the exercise says in many words."""
    ### BEGIN SOLUTION
    return canary_of_a_solution_region_c0ffee(z)
    ### END SOLUTION
# %% solved
answer_by_the_canary_that_only_the_solved_one_has = 42
'''
NOTEBOOK: dict[str, Any] = {
    "cells": [{"cell_type": "code", "id": "a", "metadata": {}, "execution_count": None, "outputs": [], "source": "x"}],
    "metadata": {"kernelspec": {}, "language_info": {}, "grader": {"assignment": "a", "language": "en"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}
CHECKS: dict[str, Any] = {"seed": 2**31 + 5, "references": {"softmax": {}}, "constants": {}, "outputs": {}}


@pytest.fixture
def course(tmp_path: Path) -> Path:
    folder = tmp_path / "course"
    for name, text in {
        "rubric.yaml": "format: 1\nassignment: a\n",
        "reference_solutions/a/softmax.py": REFERENCE,
        "reference_solutions/a/misconceptions/softmax/wrong.py": MISCONCEPTION,
        "assignments/a/source/01.py": SOURCE,
        "assignments/a/solved.en.ipynb": json.dumps({"cells": []}),
    }.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return folder


@pytest.fixture
def secrets(course: Path) -> Secrets:
    return secrets_of(course, ['"""Rows to shares, as the exercise says in many words."""'], {"families"})


@pytest.fixture
def given(tmp_path: Path) -> Path:
    """A folder with nothing in it that students may not have."""
    folder = tmp_path / "given"
    folder.mkdir()
    (folder / "a.en.ipynb").write_text(json.dumps(NOTEBOOK))
    (folder / "a.checks.json").write_text(json.dumps(CHECKS))
    (folder / "README.md").write_text("What is told of a mistake is for students to read, all of it\n")
    with zipfile.ZipFile(folder / "x.whl", "w") as wheel:
        wheel.writestr("grader/checks/softmax.py", "exponentials = np.exp(z - z.max())\n")
    return folder


def test_the_numbers_of_an_example_are_no_leak(given: Path, course: Path) -> None:
    """A trivial answer gives them whatever is asked, and the public answer to the example has them too."""
    numbers = {"embeddings": 7040, "attention": 49920, "ffn": 99264, "norms": 896}
    body = ",\n".join(f'        "{name}": {count}' for name, count in numbers.items())
    trivial = course / "reference_solutions" / "a" / "trivial" / "softmax" / "worked_numbers.py"
    trivial.parent.mkdir(parents=True)
    trivial.write_text(f"def softmax(z):\n    return {{\n{body}\n    }}\n")
    (given / "a.checks.json").write_text(
        json.dumps({**CHECKS, "references": {"softmax": {"softmax": numbers}}}, indent=1)
    )
    assert leaks_in(given, secrets_of(course, ())) == []


def test_what_students_may_have_is_let_through(given: Path, secrets: Secrets) -> None:
    """Also a line of code that any softmax needs, in the grader's own."""
    assert leaks_in(given, secrets) == []


def in_notebook(change: Callable[[dict[str, Any]], None]) -> Callable[[Path], None]:
    def put(folder: Path) -> None:
        body = json.loads(json.dumps(NOTEBOOK))
        change(body)
        (folder / "a.en.ipynb").write_text(json.dumps(body))

    return put


def in_checks(**changes: Any) -> Callable[[Path], None]:
    def put(folder: Path) -> None:
        (folder / "a.checks.json").write_text(json.dumps(CHECKS | changes))

    return put


def in_wheel(name: str, text: str) -> Callable[[Path], None]:
    def put(folder: Path) -> None:
        with zipfile.ZipFile(folder / "x.whl", "a") as wheel:
            wheel.writestr(name, text)

    return put


def in_file(name: str, text: str) -> Callable[[Path], None]:
    def put(folder: Path) -> None:
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)

    return put


SOLUTION = "    return canary_of_a_solution_region_c0ffee(z)"
THREE_LINES = "\n".join(REFERENCE.splitlines()[4:7])
LEAKS: dict[str, tuple[Callable[[Path], None], str]] = {
    "a reference as a file": (in_file("notes.txt", REFERENCE), "it is reference_solutions/a/softmax.py"),
    "a reference by its name": (in_file("reference_solutions/x.py", "x = 1"), "by its name"),
    "the solved notebook by its name": (in_file("solved.en.ipynb", json.dumps(NOTEBOOK)), "by its name"),
    "the rubric": (in_file("rubric.yaml", "x: 1"), "by its name"),
    "a line of a reference's docstring": (
        in_file("README.md", '"""A canary in a docstring of the reference: 4d1f6f7a is its colour."""'),
        "text of reference_solutions/a/softmax.py",
    ),
    "three lines of a reference": (in_file("README.md", THREE_LINES), "text of reference_solutions/a/softmax.py"),
    "a mistake's code": (
        in_file("README.md", "return np.canary_of_a_misconception_77aa(z)"),
        "text of reference_solutions/a/misconceptions/softmax/wrong.py",
    ),
    "a solution in a code cell": (
        in_notebook(lambda body: body["cells"][0].update(source=SOLUTION)),
        "text of assignments/a/source/01.py",
    ),
    "a solution as a list of lines": (
        in_notebook(lambda body: body["cells"][0].update(source=["x = 1\n", SOLUTION])),
        "text of assignments/a/source/01.py",
    ),
    "a cell that only the solved one has": (
        in_notebook(
            lambda body: body["cells"][0].update(source="answer_by_the_canary_that_only_the_solved_one_has = 42")
        ),
        "text of assignments/a/source/01.py",
    ),
    "a marker": (in_notebook(lambda body: body["cells"][0].update(source="### BEGIN SOLUTION")), "marks a solution"),
    "an output": (
        in_notebook(lambda body: body["cells"][0].update(outputs=[{"output_type": "stream", "text": "42"}])),
        "has outputs",
    ),
    "an execution count": (in_notebook(lambda body: body["cells"][0].update(execution_count=3)), "has been run"),
    "a cell's metadata": (
        in_notebook(lambda body: body["cells"][0].update(metadata={"nbgrader": {"solution": True}})),
        "has metadata",
    ),
    "an attachment": (in_notebook(lambda body: body["cells"][0].update(attachments={"a.png": {}})), "attachments"),
    "metadata of the notebook": (in_notebook(lambda body: body["metadata"].update(answer=1)), "metadata"),
    "metadata in ours": (in_notebook(lambda body: body["metadata"]["grader"].update(answer=1)), "metadata"),
    "an unreadable notebook": (in_file("b.ipynb", "{"), "can't be read"),
    "a seed of gradings": (in_checks(seed=5), "seed"),
    "no seed": (in_checks(seed=None), "seed"),
    "an exercise's answers": (in_checks(references={"families": {}}), "families"),
    "an exercise's constants": (in_checks(constants={"families": {}}), "families"),
    "an exercise's mistakes": (in_checks(outputs={"families/x": {}}), "families"),
    "unreadable checks": (in_file("b.checks.json", "{"), "can't be read"),
    "a reference in the wheel": (in_wheel("grader/x.py", REFERENCE), "it is reference_solutions/a/softmax.py"),
    "a reference in the wheel by its name": (in_wheel("reference_solutions/a/x.py", ""), "by its name"),
    "prose of a reference in the wheel": (
        in_wheel("grader/x.py", f"{REFERENCE.splitlines()[0]}\nx = 1\n"),
        "text of reference_solutions/a/softmax.py",
    ),
    "three lines of a reference in the wheel": (
        in_wheel("grader/x.py", f"def f(z):\n{THREE_LINES}\n"),
        "text of reference_solutions/a/softmax.py",
    ),
}


@pytest.mark.parametrize("name", list(LEAKS))
def test_a_leak_is_found_with_its_place(name: str, given: Path, secrets: Secrets) -> None:
    put, told = LEAKS[name]
    put(given)
    found = leaks_in(given, secrets)
    assert any(told in leak for leak in found), found


def test_a_leak_in_an_archive_in_an_archive_is_found(given: Path, secrets: Secrets, tmp_path: Path) -> None:
    inner = tmp_path / "inner.zip"
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("notes.txt", SOLUTION)
    with zipfile.ZipFile(given / "x.whl", "a") as wheel:
        wheel.write(inner, "data.zip")
    assert any("x.whl/data.zip/notes.txt" in leak for leak in leaks_in(given, secrets))


def test_a_link_is_not_followed_but_told(given: Path, secrets: Secrets, course: Path) -> None:
    (given / "more").symlink_to(course)
    assert leaks_in(given, secrets) == ["more: a link, which may lead anywhere"]


def git(folder: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", str(folder), *identity, *arguments], check=True, capture_output=True)


@pytest.mark.parametrize("how", ["deleted", "staged", "on another branch", "amended away"])
def test_what_a_repository_remembers_is_found(how: str, given: Path, secrets: Secrets) -> None:
    """A file that was there once is there for whoever clones."""
    git(given, "init", "-q", "-b", "main")
    git(given, "add", ".")
    git(given, "commit", "-qm", "start")
    assert leaks_in(given, secrets) == []
    if how == "on another branch":
        git(given, "switch", "-qc", "other")
    (given / "notes.py").write_text(REFERENCE)
    git(given, "add", ".")
    if how != "staged":
        git(given, "commit", "-qm", "slip")
    (given / "notes.py").unlink()
    if how == "deleted":
        git(given, "commit", "-qam", "gone")
    if how == "amended away":
        git(given, "commit", "-qa", "--amend", "--allow-empty", "-m", "never")
    if how == "on another branch":
        git(given, "switch", "-qf", "main")
    found = leaks_in(given, secrets)
    assert found
    assert all(leak.startswith("git history: ") for leak in found)
    assert any("reference_solutions/a/softmax.py" in leak for leak in found)


def test_a_part_of_a_solution_in_the_history_is_found(given: Path, secrets: Secrets) -> None:
    git(given, "init", "-q", "-b", "main")
    (given / "draft.py").write_text(f"def softmax(z):\n{SOLUTION}\n")
    git(given, "add", ".")
    git(given, "commit", "-qm", "slip")
    git(given, "rm", "-q", "draft.py")
    git(given, "commit", "-qm", "gone")
    assert any("draft.py" in leak and "assignments/a/source/01.py" in leak for leak in leaks_in(given, secrets))
