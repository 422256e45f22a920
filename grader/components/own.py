"""A course's own components: the modules in the folder ``components`` beside its rubric.

The components of this package are for the course that it came with.  Another subject brings its own: one file per
component, each with a `COMPONENT`, as here.  They are the teacher's code, like the references beside them, and run in
the grader's process; that's why they are taken from beside a rubric that somebody named, and from nowhere else.
"""

from __future__ import annotations

import importlib.util
import traceback
from pathlib import Path

from grader.checks.own_faults import OWN_COURSE
from grader.components import COMPONENTS
from grader.components.component import Component
from grader.components.own_form import slips_in
from grader.errors import CourseError

__all__ = ["FOLDER", "OWN_COURSE", "add_own_components", "own_components"]

FOLDER = "components"
_read: dict[Path, Component] = {}


def add_own_components(course: Path) -> None:
    """Make the components in ``course/components`` known by their ids; each file is read once.

    Raises :class:`CourseError` with the file and line of each that can't be imported, has no `COMPONENT`, or has the
    id of another.
    """
    problems: list[str] = []
    for file in sorted((course / FOLDER).glob("[!_]*.py")):
        if file in _read:
            continue
        try:
            component = _component_in(file)
        except CourseError as error:
            problems += error.problems
            continue
        if component.id in COMPONENTS:
            problems.append(f"{file}:1:1: there is a component '{component.id}' already: choose another id")
            continue
        COMPONENTS[component.id] = _read[file] = component
    if problems:
        raise CourseError(problems)


def own_components(course: Path) -> dict[Path, Component]:
    """The components of `course` that have been added, by their files."""
    return {file: component for file, component in _read.items() if file.parent == course / FOLDER}


def _component_in(file: Path) -> Component:
    spec = importlib.util.spec_from_file_location(f"_own_component_{len(_read)}_{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # it's the teacher's file: whatever it raises is told at its line
        raise CourseError([f"{file}:{_line_of(error, file)}:1: {type(error).__name__}: {error}"]) from error
    component = getattr(module, "COMPONENT", None)
    if not isinstance(component, Component):
        raise CourseError(
            [f"{file}:1:1: this module defines no COMPONENT: write COMPONENT = Component('{file.stem}', ...)"]
        )
    slips = list(slips_in(component))
    if slips:
        line = _line_of_component(file)
        raise CourseError([f"{file}:{line}:1: {slip}" for slip in slips])
    return component


def _line_of_component(file: Path) -> int:
    lines = file.read_text(encoding="utf-8").splitlines()
    return next((number for number, line in enumerate(lines, start=1) if line.startswith("COMPONENT")), 1)


def _line_of(error: Exception, file: Path) -> int:
    if isinstance(error, SyntaxError) and error.filename == str(file):
        return error.lineno or 1
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(file)]
    return (lines[-1] if lines else None) or 1
