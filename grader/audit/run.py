"""The audit from beginning to end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from grader.audit.course import Course, open_course
from grader.audit.files import audit_files, audit_points
from grader.audit.misconceptions import audit_misconceptions
from grader.audit.mutation import audit_mutants
from grader.audit.notebooks import audit_notebooks
from grader.audit.references import audit_reference
from grader.audit.rows import AuditReport, Row
from grader.audit.trivial_answers import audit_trivial_answers

__all__ = ["audit"]


def audit(
    rubric: Path,
    *,
    components: Sequence[str] = (),
    seed: int,
    quick: bool = False,
    progress: Callable[[str], None] = lambda _: None,
) -> AuditReport:
    """Audit the course of `rubric`; `components` are all by default.  `progress` is told what is being judged."""
    started = time.monotonic()
    course = open_course(rubric, components, seed)
    rows = tuple(_rows(course, quick, progress))
    return AuditReport(
        course.assignment,
        tuple(component.id for component in course.components),
        seed,
        quick,
        rows,
        time.monotonic() - started,
    )


def _rows(course: Course, quick: bool, progress: Callable[[str], None]) -> Iterator[Row]:
    yield from audit_points(course)
    yield from audit_files(course)
    for component in course.components:
        progress(component.id)
        yield from audit_reference(course, component)
        yield from audit_misconceptions(course, component, progress)
        yield from audit_trivial_answers(course, component, progress)
        if not quick:
            yield from audit_mutants(course, component, progress)
    yield from audit_notebooks(course, progress)
