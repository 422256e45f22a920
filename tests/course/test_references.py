"""The teacher's references are imported under names of their own, when asked for, and their faults are told."""

from __future__ import annotations

import copy
import sys
from pathlib import Path

import numpy as np
import pytest

import grader
from grader.course import CourseReferences, load_references
from grader.errors import CourseError


def course(folder: Path, **modules: str) -> CourseReferences:
    """A course with these reference modules."""
    target = folder / "reference_solutions" / "demo"
    target.mkdir(parents=True)
    for name, source in modules.items():
        (target / f"{name}.py").write_text(source, encoding="utf-8")
    return load_references(folder / "reference_solutions", "demo")


def problem(references: CourseReferences, component: str, name: str = "") -> str:
    with pytest.raises(CourseError) as caught:
        getattr(getattr(references, component), name or "anything")
    assert caught.value.exit_code == 3
    (told,) = caught.value.problems
    assert told.isprintable()
    return told


def test_the_references_of_this_course_load() -> None:
    """From where they stand, with their relative imports."""
    references = load_references(Path(grader.__file__).parent.parent / "reference_solutions", "transformer")
    assert np.allclose(references.softmax.softmax(np.array([0.0, 2.0, 1.0])), [0.090, 0.665, 0.245], atol=5e-4)
    assert references.softmax is references.softmax


def test_references_import_each_other(tmp_path: Path) -> None:
    """With a dot within an assignment, with two between assignments; a package's own __init__ is honoured."""
    references = course(
        tmp_path,
        softmax="def softmax(z):\n    return ('softmax', z)\n",
        attention="from .softmax import softmax\nfrom ..other.far import far\n\n"
        "def attention(z):\n    return softmax(far(z))\n",
    )
    other = tmp_path / "reference_solutions" / "other"
    other.mkdir()
    (other / "__init__.py").write_text("OFFSET = 10\n")
    (other / "far.py").write_text("from . import OFFSET\n\ndef far(z):\n    return z + OFFSET\n")
    assert references.attention.attention(1) == ("softmax", 11)
    assert references.attention.softmax is references.softmax.softmax


def test_nothing_is_imported_before_it_is_asked_for(tmp_path: Path) -> None:
    """A broken minigpt.py doesn't keep softmax from being graded."""
    references = course(tmp_path, softmax="X = 1", minigpt="raise ValueError('unfinished')")
    assert references.softmax.X == 1
    assert "unfinished" in problem(references, "minigpt")
    assert "unfinished" in problem(references, "minigpt")  # and again, not a half-made module


def test_two_courses_are_open_at_once(tmp_path: Path) -> None:
    one = course(tmp_path / "one", softmax="from .base import X", base="X = 1")
    two = course(tmp_path / "two", softmax="from .base import X", base="X = 2")
    assert (two.softmax.X, one.softmax.X) == (2, 1)


def test_names_of_libraries_and_students_never_clash(tmp_path: Path) -> None:
    """A reference called numpy or softmax is neither found by `import`, nor in the way of the real one."""
    before = list(sys.path)
    known = set(sys.modules)
    references = course(
        tmp_path,
        numpy="X = 'ours'",
        softmax="import numpy as np\nfrom . import numpy as ours\n\nFOUND = (np.__name__, ours.X)\n",
    )
    assert references.softmax.FOUND == ("numpy", "ours")
    assert sys.path == before
    new = set(sys.modules) - known
    assert new
    assert all(name.startswith("_course_references_") for name in new)
    assert sys.modules["numpy"] is np


def test_copying_and_looking_find_nothing_odd(tmp_path: Path) -> None:
    """Python's own protocols get the AttributeError that they expect."""
    references = course(tmp_path, softmax="X = 1")
    assert not hasattr(references, "__array__")
    assert copy.copy(references).softmax.X == 1
    assert not hasattr(references.softmax, "__wrapped__")


@pytest.mark.parametrize(
    ("source", "place", "what", "remedy"),
    [
        ("def f(:\n    pass\n", "1:7", "SyntaxError", "correct the syntax"),
        ("x = 1\n\ny = 1 / 0\n", "3:5", "ZeroDivisionError: division by zero", "correct this line"),
        (
            "import nosuchmodule\n",
            "1:1",
            "No module named 'nosuchmodule'",
            "install nosuchmodule into the grader's env",
        ),
        ("x = 1\nfrom .nothing import f\n", "2:1", "No module named", "nothing.py, or correct the import"),
        ("import base\n", "1:1", "No module named 'base'", "import other references with a dot: from .base import"),
        ("from .base import nothing\n", "1:1", "cannot import name 'nothing' from '.base'", "correct this line"),
        ("import sys\nsys.exit('bye')\n", "2:1", "SystemExit: bye", "correct this line"),
        ("def f():\n    return f()\n\nf()\n", "2:12", "RecursionError: maximum recursion", "correct this line"),
        ("x = '\x00'\n", "1:1", "null bytes", "correct"),
    ],
)
def test_a_reference_that_fails_is_a_fault_with_its_line(
    tmp_path: Path, source: str, place: str, what: str, remedy: str
) -> None:
    references = course(tmp_path, softmax=source, base="X = 1\n")
    told = problem(references, "softmax")
    at, message = told.split(": ", 1)
    assert at == f"{tmp_path}/reference_solutions/demo/softmax.py:{place}"
    assert what in message
    assert remedy in message


def test_the_place_is_in_the_file_that_failed(tmp_path: Path) -> None:
    """Not in the one that imported it, nor in the library that it called."""
    references = course(
        tmp_path,
        attention="from .softmax import f\n",
        softmax="import numpy as np\n\nx = np.zeros((2, 3)).reshape(4)\n",
    )
    told = problem(references, "attention")
    assert told.startswith(
        f"{tmp_path}/reference_solutions/demo/softmax.py:3:5: importing this reference failed (ValueError"
    )


def test_what_is_missing_is_named(tmp_path: Path) -> None:
    references = course(tmp_path, softmax="def softmax(z):\n    return z\n")
    folder = tmp_path / "reference_solutions" / "demo"
    assert problem(references, "sofmax") == (
        f"{folder}/sofmax.py:1:1: there is no reference for the component 'sofmax': "
        "write this file, or did you mean 'softmax'?"
    )
    assert problem(references, "softmax", "sofmax") == (
        f"{folder}/softmax.py:1:1: this reference has no 'sofmax': define it there, or did you mean 'softmax'?"
    )


@pytest.mark.parametrize("assignment", ["nothing", "../demo", "", "class", "demo/.."])
def test_an_assignment_without_references(tmp_path: Path, assignment: str) -> None:
    course(tmp_path, softmax="")
    with pytest.raises(CourseError, match="there are no references for the assignment"):
        load_references(tmp_path / "reference_solutions", assignment)
