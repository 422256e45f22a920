"""The audit from beginning to end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from grader.audit.course import Course, open_course
from grader.audit.misconceptions import audit_misconceptions
from grader.audit.references import audit_reference
from grader.audit.rows import AuditReport, Outcome, Row

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
    for problem in course.problems:
        yield Row("rubric", "rubric", "a sound rubric", problem, Outcome.FAULT)
    for component in course.components:
        progress(component.id)
        yield from audit_reference(course, component)
        yield from audit_misconceptions(course, component, progress)
