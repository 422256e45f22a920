"""The teacher's reference solutions, imported where they stand and under a name that is theirs alone.

``reference_solutions/<assignment>/<component>.py`` is imported as a module of a made-up package, so that
the references may import each other (``from .softmax import softmax``), two courses can be open at
once, and no file of a course can be taken for a library (or the reverse): ``sys.path`` is never touched.
Nothing is imported before it's asked for; a course without ``minigpt.py`` can grade softmax.
"""

from __future__ import annotations

import ast
import difflib
import importlib
import itertools
import keyword
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType
from typing import Any

from grader.errors import CourseError

__all__ = ["CourseReferences", "imports_torch", "load_references"]

_numbers = itertools.count(1)


class CourseReferences:
    """The reference modules of one assignment by component: ``references.softmax.softmax(z)``.

    A component that has no module, a module that can't be imported and a name that a module lacks
    are each a :class:`CourseError`.
    """

    # Names with an underscore at the end, since every other is a component's.
    folder_: Path
    package_: str

    def __init__(self, folder: Path, package: str) -> None:
        self.folder_ = folder
        self.package_ = package

    def needs_torch_(self, component: str) -> bool:
        """Does the reference of `component` import torch, so that only the audit runs it?"""
        file = self.folder_ / f"{component}.py"
        return file.is_file() and imports_torch(ast.parse(file.read_text(encoding="utf-8")))

    def __getattr__(self, component: str) -> Any:
        if component.startswith("_"):  # copy, pickle and inspect look for these: they must find nothing
            raise AttributeError(component)
        module = _import(self.folder_, self.package_, component)
        setattr(self, component, module)
        return module


def load_references(directory: Path, assignment: str) -> CourseReferences:
    """The references in ``directory/<assignment>/``, each imported when it is first used.

    Each call makes modules of its own: call it once for a course.  :class:`CourseError` without such a folder.
    """
    folder = (directory / assignment).absolute()
    if not _is_name(assignment) or not folder.is_dir():
        what = f"there are no references for the assignment '{assignment}'"
        raise CourseError([f"{folder}:1:1: {what}: make this folder, or correct the rubric's assignment"])
    package = ModuleType(f"_course_references_{next(_numbers)}")
    package.__path__ = [str(directory.absolute())]  # this makes it a package, and says where its modules are
    sys.modules[package.__name__] = package
    importlib.invalidate_caches()  # files may have been written since the folder was last listed
    return CourseReferences(folder, f"{package.__name__}.{assignment}")


def _import(folder: Path, package: str, component: str) -> ModuleType:
    file = folder / f"{component}.py"
    if not _is_name(component) or not file.is_file():
        there = sorted(path.stem for path in folder.glob("*.py") if not path.stem.startswith("_"))
        remedy = f"write this file{_did_you_mean(component, there)}"
        raise CourseError([f"{file}:1:1: there is no reference for the component '{component}': {remedy}"])
    try:
        module = importlib.import_module(f"{package}.{component}")
    except CourseError:
        raise
    # Whatever a teacher's file raises is a fault of that file, sys.exit() included.
    except (Exception, SystemExit) as error:
        raise CourseError([_problem(error, folder, file)]) from error
    if not hasattr(module, "__getattr__"):
        module.__getattr__ = lambda name: _missing(module, file, name)  # type: ignore[method-assign]
    return module


def _missing(module: ModuleType, file: Path, name: str) -> Any:
    """Called by Python for a name that `module` lacks (PEP 562)."""
    if name.startswith("__"):
        raise AttributeError(name)
    remedy = f"define it there{_did_you_mean(name, [own for own in vars(module) if not own.startswith('_')])}"
    raise CourseError([f"{file}:1:1: this reference has no '{name}': {remedy}"])


def _problem(error: BaseException, folder: Path, file: Path) -> str:
    """The fault at the innermost line of the course's own files."""
    line, column = 1, 1
    if isinstance(error, SyntaxError) and error.filename:
        file, line, column = Path(error.filename), error.lineno or 1, error.offset or 1
    else:
        for frame in traceback.extract_tb(error.__traceback__):
            if Path(frame.filename).is_relative_to(folder.parent):
                file, line, column = Path(frame.filename), frame.lineno or 1, (frame.colno or 0) + 1
    # Python speaks of our made-up packages; the teacher wrote ".softmax".
    message = re.sub(r"_course_references_\d+\.\w+(?=\.)", "", str(error)).replace("\n", " ")
    what = f"{type(error).__name__}: {message}".rstrip(": ")
    return f"{file}:{line}:{column}: importing this reference failed ({what}): {_remedy(error, folder)}"


def _remedy(error: BaseException, folder: Path) -> str:
    if isinstance(error, ModuleNotFoundError) and error.name:
        last = error.name.rpartition(".")[2]
        if (folder / f"{last}.py").is_file():
            return f"import other references with a dot: from .{last} import ..."
        if error.name.startswith("_course_references_"):
            return f"write {folder / last}.py, or correct the import"
        return f"install {error.name} into the grader's environment, or correct the import"
    if isinstance(error, SyntaxError):
        return "correct the syntax"
    return "correct this line; the tests of the references show more"


def imports_torch(tree: ast.Module) -> bool:
    """Itself, or by way of ``_in_torch``, the part that files in torch share."""
    names = [alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom)]
    return any(name.partition(".")[0] in ("torch", "_in_torch") for name in names)


def _is_name(word: str) -> bool:
    return word.isidentifier() and not keyword.iskeyword(word)


def _did_you_mean(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    return f", or did you mean '{near[0]}'?" if near else ""
