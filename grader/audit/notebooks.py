"""Whole notebooks of ours: solved ones earn everything, the students' starting points nothing."""

from __future__ import annotations

import contextlib
import io
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from grader.audit.course import Course
from grader.audit.judged import Judgement, judge
from grader.audit.rows import Kind, Outcome, Row
from grader.intake import read_submission
from grader.kernel.in_process import ask_in_process
from grader.model import Ask

__all__ = ["ask_notebook", "audit_notebook", "notebooks_of"]

Progress = Callable[[str], None]


def notebooks_of(course: Course) -> list[Path]:
    """The solved notebooks of the assignment and its starters; a name that isn't there stands for those that lack."""
    folder = course.directory / "assignments" / course.assignment
    solved = sorted({*folder.glob("samples/perfect*.ipynb"), *folder.glob("**/solved*.ipynb")})
    starters = sorted(folder.glob("**/starter*.ipynb"))
    return [*(solved or [folder / "solved.en.ipynb"]), *(starters or [folder / "starter.en.ipynb"])]


def audit_notebook(course: Course, path: Path, progress: Progress) -> Row:
    """A solved notebook earns everything, a starter nothing; a note where there is none."""
    kind: Kind = "starter" if path.name.startswith("starter") else "solved"
    if not path.exists():
        got = f"no {kind} notebook yet: put it at {path.relative_to(course.directory)}"
        return Row(kind, course.assignment, f"a {kind} notebook", got, Outcome.NOTE)
    started = time.monotonic()
    progress(path.name)
    ask, errors = ask_notebook(path)
    judged = []
    for component in course.components:
        progress(f"{path.name}: {component.id}")
        judged.append(judge(course, course.item_of_own_work(component.id), ask))
    points = sum((j.points for j in judged), Fraction(0))
    full = sum((j.grade.max_points for j in judged), Fraction(0))
    left_open = full - sum((_decided(j) for j in judged), Fraction(0))
    wanted = full - left_open if kind == "solved" else Fraction(0)
    expected = "all points" if kind == "solved" else "0 points"
    got = f"{float(points):g} of {float(full):g} points"
    if left_open:
        got += f", and {float(left_open):g} that a teacher gives"
    if points != wanted:
        got = "; ".join([got, *(part for j in judged for part in _surprises(j, kind)), *errors])
    outcome = Outcome.OK if points == wanted else Outcome.FAULT
    return Row(kind, path.name, expected, got, outcome, time.monotonic() - started)


def _decided(judged: Judgement) -> Fraction:
    """What the grader by itself can give: all but the texts that wait for a teacher."""
    return sum((c.max_points for c in judged.grade.checks if c.id not in judged.left_open), Fraction(0))


def ask_notebook(path: Path) -> tuple[Ask, list[str]]:
    """The notebook's names after all cells; an error in one cell doesn't stop the others, as in grading."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    errors = []
    for cell in read_submission(path).cells:
        try:
            code = compile(cell.source, f"<cell {cell.number}>", "exec", dont_inherit=True)
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                exec(code, namespace)  # noqa: S102 - a notebook of ours
        except Exception as error:  # noqa: BLE001 - whatever it is, it's the notebook's
            errors.append(f"cell {cell.number}: {type(error).__name__}: {error}")
    return ask_in_process(names=namespace), errors


def _surprises(judged: Judgement, kind: Kind) -> Iterator[str]:
    for check in judged.grade.checks:
        if kind == "solved" and check.points < check.max_points and check.id not in judged.left_open:
            yield f"{judged.grade.id} {check.id}: {' '.join(str(check.message).split())[:200]}"
        if kind == "starter" and check.points:
            yield f"{judged.grade.id} earns {check.id}"
