"""Every file of the references is accounted for, and the rubric and the components speak of the same checks."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from grader.audit.course import Course
from grader.audit.rows import Outcome, Row, listed

__all__ = ["MUTANTS_FILE", "audit_files", "audit_points"]

MUTANTS_FILE = "mutants.yaml"


def audit_files(course: Course) -> Iterator[Row]:
    """A fault for each file under the references that no component owns."""
    folder = course.references.folder_
    if course.rubric is None:  # which files are the course's, nothing says then; no reason to remove any
        got = "not looked at: the rubric must be sound first"
        yield Row("file", f"reference_solutions/{course.assignment}", "no unaccounted file", got, Outcome.NOTE)
        return
    components = {item.component for item in course.rubric.items}
    known = {Path("__init__.py"), Path(MUTANTS_FILE), Path("README.md"), Path("misconceptions/__init__.py")}
    known |= {Path(f"{name}.py") for name in components}
    known |= {Path(f"misconceptions/{name}/__init__.py") for name in components}
    known |= {path.relative_to(folder) for name in components for path in folder.glob(f"misconceptions/{name}/*.py")}
    known |= {path.relative_to(folder) for name in components for path in folder.glob(f"trivial/{name}/*.py")}
    known |= {Path("trivial/__init__.py")}
    support = _imported(folder, known)
    strangers = 0
    for path in sorted(folder.rglob("*")):
        relative = path.relative_to(folder)
        if path.is_dir() or "__pycache__" in relative.parts or relative in known | support:
            continue
        strangers += 1
        got = "no component owns it and no reference imports it: remove it, or add it to the rubric"
        yield Row("file", str(relative), "a component's file", got, Outcome.FAULT)
    if not strangers:
        got = f"{len(known | support)} names are known, no other file is there"
        yield Row("file", f"reference_solutions/{course.assignment}", "no unaccounted file", got, Outcome.OK)


def _imported(folder: Path, known: set[Path]) -> set[Path]:
    """Modules beside the references that a known file imports (``from .numbers import ...``), and theirs."""
    found: set[Path] = set()
    waiting = [path for path in known if path.suffix == ".py"]
    while waiting:
        path = folder / waiting.pop()
        if not path.is_file():
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom) or node.level == 0:
                continue
            base = path.parents[node.level - 1]
            names = [node.module.replace(".", "/")] if node.module else [alias.name for alias in node.names]
            for name in names:
                file = base / f"{name}.py"
                if file.is_relative_to(folder) and file.relative_to(folder) not in known | found:
                    found.add(file.relative_to(folder))
                    waiting.append(file.relative_to(folder))
    return found


def audit_points(course: Course) -> Iterator[Row]:
    """The rubric can be read (so its points add up to 100 and its checks exist), and what it leaves out is said."""
    for problem in course.problems:
        yield Row("rubric", "rubric", "a sound rubric", problem, Outcome.FAULT)
    if course.rubric is None:
        return
    total = course.rubric.max_points
    got = f"{len(course.rubric.items)} items, {float(total):g} points"
    yield Row("rubric", Path(course.rubric.path).name, "100 points", got, Outcome.OK if total == 100 else Outcome.FAULT)
    for component in course.components:
        used = {check.id for item in course.rubric.items if item.component == component.id for check in item.checks}
        unused = [check for check in component.check_ids if check not in used]
        if unused:
            got = f"never asked: {listed(unused)}"
            yield Row("rubric", component.id, "all of its checks are in the rubric", got, Outcome.NOTE)
