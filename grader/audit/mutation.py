"""Each mutant of a reference is killed by some check, or is listed with the reason why it can't be.

A mutant of what students write is judged in a student's place.  The references also hold functions that only the checks
use (a parameter count, a second activation): a mutant of one of these is put in the reference's place, and the
unchanged reference must then fail some check.

``reference_solutions/<assignment>/mutants.yaml`` lists the survivors: by component, the mutant's name (as the audit
prints it) and the reason.
"""

from __future__ import annotations

import ast
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import numpy as np

from grader.audit.course import Course
from grader.audit.files import MUTANTS_FILE
from grader.audit.functional_modules import FUNCTIONAL_NAMES
from grader.audit.judged import NOT_FAILED
from grader.audit.mutants import Mutant, functions_in, mutants_of, reachable
from grader.audit.rows import Outcome, Row
from grader.audit.subjects import Subject, reference_functions, reference_module, subjects
from grader.checks import Student, run
from grader.components import Component
from grader.components.finding import candidates
from grader.course.yaml_nodes import parse
from grader.errors import CourseError
from grader.judging import inspect_notebook
from grader.model import CheckResult, Library, NoReply, Verdict

__all__ = ["audit_mutants", "explanations"]

Progress = Callable[[str], None]


def audit_mutants(course: Course, component: Component, progress: Progress) -> Iterator[Row]:
    """A row for each mutant that survives or breaks the grader, and one that counts the others."""
    module = reference_module(course.references, component.id)
    if module is None or module.__file__ is None:
        return
    started = time.monotonic()
    try:
        known = explanations(course.references.folder_ / MUTANTS_FILE).get(component.id, {})
    except CourseError as error:
        for problem in error.problems:
            yield Row("mutant", component.id, "explanations that can be read", problem, Outcome.FAULT)
        return
    source = Path(module.__file__).read_text(encoding="utf-8")
    tree = ast.parse(source)
    written = reachable(tree, _entry_points(component))
    unused = set(functions_in(tree)) - written - _called(course, component, module)
    for name in sorted(unused):
        got = "no check calls it: its mutants are a matter of the references' own tests"
        yield Row("mutant", f"{component.id}.py, {name}", "a function that checks use", got, Outcome.NOTE)
    mutants = list(mutants_of(source, set(functions_in(tree)) - unused))
    killed, survivors = 0, {}
    for number, mutant in enumerate(mutants, start=1):
        progress(f"{component.id}: mutant {number} of {len(mutants)}")
        began = time.monotonic()
        killer = _killer(course, component, module, mutant, mutant.function in written)
        if killer is None:
            survivors[mutant.id] = time.monotonic() - began
        elif killer.verdict is Verdict.UNGRADABLE and mutant.function in written:
            got = f"the check itself breaks off: {killer.check}: {killer.message}"
            yield Row("mutant", f"{component.id}.py, {mutant.id}", "killed", got, Outcome.FAULT)
        else:
            killed += 1
    for name, seconds in survivors.items():
        reason = known.get(name)
        got = f"survives: {reason or 'no check sees it'}"
        outcome = Outcome.FAULT if reason is None else Outcome.NOTE
        yield Row("mutant", f"{component.id}.py, {name}", "killed", got, outcome, seconds)
    for name in known:
        if name not in survivors:
            there = any(mutant.id == name for mutant in mutants)
            got = f"{'it is killed' if there else 'there is no such mutant'}: remove it from {MUTANTS_FILE}"
            yield Row("mutant", f"{component.id}.py, {name}", "a survivor", got, Outcome.FAULT)
    got = f"{killed} of {len(mutants)} killed, {len(survivors)} survive"
    yield Row("mutant", component.id, "all killed or explained", got, Outcome.OK, time.monotonic() - started)


def _entry_points(component: Component) -> set[str]:
    roles = {role.name for form in component.forms for role in form.roles}
    return roles | {FUNCTIONAL_NAMES[role] for role in roles if role in FUNCTIONAL_NAMES}


def _called(course: Course, component: Component, module: ModuleType) -> set[str]:
    """The functions of `module` that run while it's judged itself."""
    names: set[str] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_filename == module.__file__:
            names.add(frame.f_code.co_qualname)

    sys.setprofile(note)
    try:
        for subject in subjects(component, {}, reference_functions(module), every=True):
            _first_failure(course, component, subject, course.references)
    finally:
        sys.setprofile(None)
    return names


def _killer(
    course: Course, component: Component, module: ModuleType, mutant: Mutant, as_student: bool
) -> CheckResult | None:
    """The first check that fails; None where all pass."""
    try:
        changed = _loaded(module, mutant.tree)
    except Exception as error:  # noqa: BLE001 - a mutant that doesn't even load can't be mistaken for right
        return CheckResult(type(error).__name__, Verdict.RAISED)
    right = reference_functions(module)
    own = reference_functions(changed) if as_student else right
    references = course.references if as_student else _Replaced(course.references, component.id, changed)
    for subject in subjects(component, own, right, every=not as_student):
        failure = _first_failure(course, component, subject, references)
        if failure is not None:
            return failure
    return None


class _Replaced:
    """The references with another module in one component's place."""

    def __init__(self, references: Any, component: str, module: ModuleType) -> None:
        self._references = references
        self._component = component
        self._module = module

    def __getattr__(self, component: str) -> Any:
        return self._module if component == self._component else getattr(self._references, component)


def _loaded(module: ModuleType, tree: ast.Module) -> ModuleType:
    """`tree` as a module in the place of `module`, so that its relative imports work."""
    changed = ModuleType(module.__name__)
    changed.__package__ = module.__package__
    changed.__file__ = module.__file__
    exec(compile(tree, str(module.__file__), "exec", dont_inherit=True), vars(changed))  # noqa: S102 - ours, changed
    return changed


def _first_failure(course: Course, component: Component, subject: Subject, references: Any) -> CheckResult | None:
    """As in grading, but no further than the first check that earns nothing."""
    definitions = inspect_notebook(subject.ask)
    assert not isinstance(definitions, NoReply)
    candidate = candidates(component, definitions)[0]
    library: Library = "torch" if candidate.form.library == "torch" else "numpy"
    student = Student(subject.ask, candidate.found, library, course.seed, references)
    wanted = {entry.id for entry in course.items[component.id].checks}
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for check in candidate.form.checks:
            result = run(check, student) if check.id in wanted else None
            if result is not None and result.verdict not in NOT_FAILED:
                return result
    return None


def explanations(file: Path) -> Mapping[str, Mapping[str, str]]:
    """By component and mutant, the reason why it survives.  `CourseError` with every fault of the file."""
    if not file.is_file():
        return {}
    root, faults = parse(file.read_text(encoding="utf-8"))
    problems = [f"{file}:{fault.line}:{fault.column}: {fault.what}: {fault.remedy}" for fault in faults]
    found: dict[str, dict[str, str]] = {}
    entries = root.value if root is not None and isinstance(root.value, dict) else {}
    for component, entry in entries.items():
        reasons = entry.node.value if isinstance(entry.node.value, dict) else {}
        for mutant, reason in reasons.items():
            text = reason.node.value
            if not isinstance(text, str) or not text.strip():
                place = f"{file}:{reason.node.line}:{reason.node.column}"
                problems.append(f"{place}: a reason is missing: write why no check can see it")
                continue
            found.setdefault(component, {})[mutant] = text.strip()
    if problems:
        raise CourseError(problems)
    return found
