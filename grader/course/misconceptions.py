'''The known-wrong variants of the references: ``misconceptions/<component>/<mistake>.py``.

Each is a module that runs and whose docstring says the rest, in English and in Spanish::

    """
    en: The scores aren't divided by √d_k
    es: Las puntuaciones no se dividen por √d_k

    done: The dot products go into the softmax as they are.
    why: Their spread grows with √d_k, so the softmax ...
    try: Print the largest weight of a row for d_k = 4 and for d_k = 64. What in the formula keeps ...

    hecho: ...
    por_que: ...
    prueba: ...

    fails: values, scaled
    catalogue: AT-01
    """

``fails`` are the checks that it fails, all of them and no others, as `grade audit` proves; ``alike``
(optional) names variants whose outputs can't be told from its own.  A nudge, never the code.

A file that imports torch (itself, or from a module ``_in_torch`` beside it) shows what only torch can show: a parameter
that isn't registered, a model left in training mode.  It is read, but only the audit runs it: grading needs no torch,
so there a check recognises such a mistake by itself, and names it among its result's `suspects`.
'''

from __future__ import annotations

import ast
import importlib
import re
import traceback
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any

from grader.course.references import CourseReferences, imports_torch
from grader.errors import CourseError
from grader.model import Misconception, Text

__all__ = [
    "load_misconceptions",
    "load_trivial_answers",
    "misconception_files",
    "read_misconceptions",
    "trivial_files",
]

_REQUIRED = ("en", "es", "done", "why", "try", "hecho", "por_que", "prueba", "fails")
_OPTIONAL = ("catalogue", "alike")


def misconception_files(folder: Path, component: str) -> list[Path]:
    """The variants' files of `component` under the references' `folder`, by name."""
    return sorted((folder / "misconceptions" / component).glob("[!_]*.py"))


def load_misconceptions(
    references: CourseReferences, component: str, *, with_torch: bool = False
) -> tuple[Misconception, ...]:
    """All variants of `component`; those that import torch have no functions unless `with_torch`.

    Raises `CourseError` with every fault of every file.
    """
    problems: list[str] = []
    loaded: list[Misconception] = []
    for file in misconception_files(references.folder_, component):
        try:
            loaded.append(_load(references, component, file, with_torch))
        except CourseError as error:
            problems += error.problems
    if problems:
        raise CourseError(problems)
    return tuple(loaded)


def read_misconceptions(folder: Path, component: str) -> tuple[Misconception, ...]:
    """What is said of the variants of `component` under the references' `folder`; nothing of them is run."""
    return tuple(_told(component, file, _parsed(file)) for file in misconception_files(folder, component))


def trivial_files(folder: Path, component: str) -> list[Path]:
    """``trivial/<component>/<what>.py``: answers without thought to `component`, which must earn nothing."""
    return sorted((folder / "trivial" / component).glob("[!_]*.py"))


def load_trivial_answers(references: CourseReferences, component: str) -> dict[str, dict[str, Callable[..., Any]]]:
    """The functions and classes of each of `trivial_files`, by its name.  For the audit: they may need torch."""
    return {
        file.stem: _functions(f"{references.package_}.trivial.{component}.{file.stem}", file)
        for file in trivial_files(references.folder_, component)
    }


def _load(references: CourseReferences, component: str, file: Path, with_torch: bool) -> Misconception:
    tree = _parsed(file)
    told = _told(component, file, tree)
    if imports_torch(tree) and not with_torch:
        return told
    name = f"{references.package_}.misconceptions.{component}.{file.stem}"
    return replace(told, functions=_functions(name, file))


def _told(component: str, file: Path, tree: ast.Module) -> Misconception:
    sections = _sections(file, ast.get_docstring(tree) or "")
    return Misconception(
        id=f"{component}/{file.stem}",
        component=component,
        title=_text(sections, "en", "es"),
        done=_text(sections, "done", "hecho"),
        why=_text(sections, "why", "por_que"),
        hint=_text(sections, "try", "prueba"),
        fails=_list(sections["fails"]),
        catalogue=sections.get("catalogue", ""),
        alike=_list(sections.get("alike", "")),
    )


def _parsed(file: Path) -> ast.Module:
    try:
        return ast.parse(file.read_text(encoding="utf-8"), str(file))
    except (SyntaxError, UnicodeDecodeError) as error:
        line = getattr(error, "lineno", 1) or 1
        raise CourseError([f"{file}:{line}:1: {error}: correct the syntax"]) from error


def _functions(name: str, file: Path) -> dict[str, Callable[..., Any]]:
    """The functions and classes that the module `name` itself defines for others."""
    try:
        module = importlib.import_module(name)
    except (Exception, SystemExit) as error:
        frame = next((f for f in reversed(traceback.extract_tb(error.__traceback__)) if Path(f.filename) == file), None)
        line = frame.lineno if frame is not None and frame.lineno else 1
        raise CourseError([f"{file}:{line}:1: {type(error).__name__}: {error}: correct this line"]) from error
    return {
        key: value
        for key, value in vars(module).items()
        if not key.startswith("_") and isinstance(value, FunctionType | type) and value.__module__ == name
    }


def _sections(file: Path, docstring: str) -> Mapping[str, str]:
    sections: dict[str, str] = {}
    current = None
    for line in docstring.splitlines():
        started = re.match(r"([a-z_]+):\s*(.*)$", line)
        if started and started[1] in (*_REQUIRED, *_OPTIONAL):
            current = started[1]
            sections[current] = started[2].strip()
        elif current is not None and line.strip():
            sections[current] = f"{sections[current]} {line.strip()}".strip()
        elif not line.strip():
            current = None
        else:
            raise CourseError(
                [f"{file}:1:1: '{line.strip()[:40]}' belongs to no section: begin it with one of {_KEYS}"]
            )
    missing = [key for key in _REQUIRED if not sections.get(key)]
    if missing:
        raise CourseError([f"{file}:1:1: the docstring lacks {', '.join(missing)}: write these sections"])
    return sections


_KEYS = ", ".join((*_REQUIRED, *_OPTIONAL))


def _text(sections: Mapping[str, str], english: str, spanish: str) -> Text:
    # Braces would be places to fill in; a course's prose has none.
    plain = {key: sections[key].replace("{", "{{").replace("}", "}}") for key in (english, spanish)}
    return Text(plain[english], in_language={"es": plain[spanish]})


def _list(words: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in words.split(",") if word.strip())
