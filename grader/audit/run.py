"""The audit from beginning to end.

It's cut into parts that need nothing of each other, so that they can be audited in several processes: each opens
the course for itself.
"""

from __future__ import annotations

import logging
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Literal, TypeAlias

from grader.audit.course import Course, open_course
from grader.audit.files import audit_files, audit_points
from grader.audit.misconceptions import audit_misconceptions
from grader.audit.mutation import audit_mutants
from grader.audit.notebooks import audit_notebook, notebooks_of
from grader.audit.references import audit_reference
from grader.audit.rows import AuditReport, Row
from grader.audit.subjects import reference_module
from grader.audit.trivial_answers import audit_trivial_answers
from grader.inside.launch import end_with_parent

__all__ = ["audit", "audit_all"]

Progress: TypeAlias = Callable[[str], None]
Opener: TypeAlias = Callable[[], Course]
Timed: TypeAlias = tuple[list[Row], float]
What: TypeAlias = Literal["files", "reference", "misconceptions", "trivial answers", "mutants", "notebook"]


@dataclass(frozen=True)
class Part:
    """`about` is a component, or the path of a notebook."""

    what: What
    about: str

    def __str__(self) -> str:
        return f"{Path(self.about).name}: {self.what}" if self.about else self.what


def audit(
    rubric: Path,
    *,
    components: Sequence[str] = (),
    seed: int,
    quick: bool = False,
    jobs: int = 1,
    progress: Progress = lambda _: None,
) -> AuditReport:
    """Audit the course of `rubric`; `components` are all by default.  The rest is as in :func:`audit_all`."""
    (report,) = audit_all([(rubric, components)], seed=seed, quick=quick, jobs=jobs, progress=progress)
    return report


def audit_all(
    rubrics: Sequence[tuple[Path, Sequence[str]]],
    *,
    seed: int,
    quick: bool = False,
    jobs: int = 1,
    progress: Progress = lambda _: None,
) -> list[AuditReport]:
    """Audit the course of each of `rubrics`, of which the components beside it (none: all of them).

    `jobs` is the number of processes, which import all that they need once for all courses; with 1 all is done in
    this one.  A report's seconds are its share of the time.  `progress` is told what is being done.
    Raises `CourseError` where there are no references, `UsageError` for an unknown component.
    """
    openers = tuple(partial(open_course, rubric, components, seed) for rubric, components in rubrics)
    courses = [opened() for opened in openers]
    parts = [(i, part) for i, course in enumerate(courses) for part in _parts(course, quick)]
    if jobs > 1:
        done = _in_processes(openers, parts, jobs, progress)
    else:
        done = [_timed(courses[i], part, progress) for i, part in parts]
    reports = []
    for i, course in enumerate(courses):
        own = [timed for (of, _), timed in zip(parts, done, strict=True) if of == i]
        reports.append(
            AuditReport(
                course.assignment,
                tuple(component.id for component in course.components),
                seed,
                quick,
                tuple(row for rows, _ in own for row in rows),
                sum(seconds for _, seconds in own) / jobs,
            )
        )
    return reports


def _parts(course: Course, quick: bool) -> Iterator[Part]:
    """In the order of the report."""
    yield Part("files", "")
    for component in course.components:
        yield Part("reference", component.id)
        yield Part("misconceptions", component.id)
        yield Part("trivial answers", component.id)
        if not quick:
            yield Part("mutants", component.id)
    for path in notebooks_of(course):
        yield Part("notebook", str(path))


def _timed(course: Course, part: Part, progress: Progress) -> Timed:
    """The rows of `part`, and how many seconds it took."""
    started = time.monotonic()
    component = part.about if part.what not in ("files", "notebook") else ""
    rows = [replace(row, component=component) for row in _rows(course, part, progress)]
    return rows, time.monotonic() - started


def _rows(course: Course, part: Part, progress: Progress) -> Iterator[Row]:
    progress(str(part))
    if part.what == "files":
        yield from audit_points(course)
        yield from audit_files(course)
        return
    if part.what == "notebook":
        yield audit_notebook(course, Path(part.about), progress)
        return
    component = next(component for component in course.components if component.id == part.about)
    if part.what == "reference":
        yield from audit_reference(course, component)
    elif reference_module(course.references, component.id) is None:
        return  # the row of the reference says so
    elif part.what == "misconceptions":
        yield from audit_misconceptions(course, component, progress)
    elif part.what == "trivial answers":
        yield from audit_trivial_answers(course, component, progress)
    else:
        yield from audit_mutants(course, component, progress)


# How a process that audits parts opens the courses, and those that it has opened.
_openers: Sequence[Opener] = ()
_courses: dict[int, Course] = {}


def _begin(openers: Sequence[Opener]) -> None:
    global _openers  # noqa: PLW0603 - the only way to hand a process of a pool what it needs for all its tasks
    end_with_parent()  # if that is killed; else they would wait for ever
    warnings.simplefilter("ignore")  # known-wrong variants overflow and divide by 0: that is what they are for
    logging.disable()  # what matters is in the rows
    _openers = openers


def _audited(of: int, part: Part) -> Timed:
    if of not in _courses:
        _courses[of] = _openers[of]()
    return _timed(_courses[of], part, lambda _: None)


def _in_processes(
    openers: Sequence[Opener], parts: Sequence[tuple[int, Part]], jobs: int, progress: Progress
) -> list[Timed]:
    """The rows of each part of each course.  The longest are begun first."""
    order = sorted(range(len(parts)), key=lambda i: _LONGEST.index(parts[i][1].what))
    found: dict[int, Timed] = {}
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (openers,)) as pool:
        waiting = {pool.submit(_audited, *parts[i]): i for i in order}
        for done, future in enumerate(as_completed(waiting), start=1):
            found[waiting[future]] = future.result()
            progress(f"{done} of {len(parts)}: {parts[waiting[future]][1]}")
    return [found[i] for i in range(len(parts))]


_LONGEST: tuple[What, ...] = ("mutants", "notebook", "misconceptions", "trivial answers", "reference", "files")
