"""What may be handed back lies in a folder of its own, in each student's language, without hidden checks' evidence."""

from __future__ import annotations

from pathlib import Path

import pytest

from grader.cli import main
from tests.classroom.stub_grader import StubGrader, failing
from tests.classroom.trees import write

SECRET = "7 came back of stable"  # what the stub says of a check that the rubric hides


def in_language(data: bytes, language: str) -> bytes:
    return data.replace(
        b'"metadata": {}, "nbformat"', b'"metadata": {"grader": {"language": "%s"}}, "nbformat"' % language.encode()
    )


@pytest.fixture
def output(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    StubGrader(monkeypatch)
    wrong = failing("softmax/stable")
    files = {"ana.ipynb": in_language(wrong, "es"), "Núñez Zoe.ipynb": in_language(wrong, "en"), "eva.ipynb": wrong}
    files["fede.ipynb"] = in_language(wrong, "../../etc")
    given = write(tmp_path / "in", {**files, "cut.ipynb": b"{"})
    argv = ["class", str(given), "-o", str(tmp_path / "out"), "--seed", "7", "--lang", "en"]
    assert main([*argv, "--sandbox", "none", "--allow-weak-isolation"]) == 5
    return tmp_path / "out"


def pages(output: Path) -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in (output / "feedback").iterdir()}


def test_each_student_with_a_report_has_a_page_in_the_notebook_s_language(output: Path) -> None:
    found = pages(output)
    (zoe,) = (name for name in found if "zoe" in name)
    assert sorted(found) == sorted(["ana.html", "eva.html", "fede.html", zoe])
    languages = {name: "es" if '<html lang="es"' in page else "en" for name, page in found.items()}
    assert languages == {"ana.html": "es", "eva.html": "en", "fede.html": "en", zoe: "en"}


def test_the_evidence_of_hidden_checks_is_in_the_teacher_s_folder_only(output: Path) -> None:
    teacher = [file.read_text(encoding="utf-8") for file in (output / "students").iterdir()]
    assert len(teacher) == 4
    assert all(SECRET in text for text in teacher)
    assert all("softmax" in page and SECRET not in page for page in pages(output).values())


def test_the_pages_are_the_same_when_the_class_is_reported_again(output: Path, tmp_path: Path) -> None:
    before = {file: file.stat().st_mtime_ns for file in (output / "feedback").iterdir()}
    argv = ["class", str(tmp_path / "in"), "-o", str(output), "--lang", "en", "--sandbox", "none"]
    assert main([*argv, "--allow-weak-isolation"]) == 5
    assert {file: file.stat().st_mtime_ns for file in (output / "feedback").iterdir()} == before
