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
from itertools import chain
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

__all__ = ["audit"]

Progress: TypeAlias = Callable[[str], None]
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
    """Audit the course of `rubric`; `components` are all by default.

    `jobs` is the number of processes; with 1 all is done in this one.  `progress` is told what is being done.
    Raises `CourseError` where there are no references, `UsageError` for an unknown component.
    """
    started = time.monotonic()
    course = open_course(rubric, components, seed)
    parts = list(_parts(course, quick))
    if jobs > 1:
        rows = _in_processes(partial(open_course, rubric, components, seed), parts, jobs, progress)
    else:
        rows = [_tagged(course, part, progress) for part in parts]
    return AuditReport(
        course.assignment,
        tuple(component.id for component in course.components),
        seed,
        quick,
        tuple(chain.from_iterable(rows)),
        time.monotonic() - started,
    )


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


def _tagged(course: Course, part: Part, progress: Progress) -> list[Row]:
    component = part.about if part.what not in ("files", "notebook") else ""
    return [replace(row, component=component) for row in _rows(course, part, progress)]


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


# The course of a process that audits parts.
_course: Course | None = None


def _open(opened: Callable[[], Course]) -> None:
    global _course  # noqa: PLW0603 - the only way to hand a process of a pool what it needs for all its tasks
    warnings.simplefilter("ignore")  # known-wrong variants overflow and divide by 0: that is what they are for
    logging.disable()  # what matters is in the rows
    _course = opened()


def _audited(part: Part) -> list[Row]:
    assert _course is not None
    return _tagged(_course, part, lambda _: None)


def _in_processes(
    opened: Callable[[], Course], parts: Sequence[Part], jobs: int, progress: Progress
) -> list[list[Row]]:
    """The rows of each part.  The longest are begun first."""
    order = sorted(range(len(parts)), key=lambda i: _LONGEST.index(parts[i].what))
    rows: list[list[Row]] = [[] for _ in parts]
    with ProcessPoolExecutor(jobs, get_context("spawn"), _open, (opened,)) as pool:
        waiting = {pool.submit(_audited, parts[i]): i for i in order}
        for done, future in enumerate(as_completed(waiting), start=1):
            rows[waiting[future]] = future.result()
            progress(f"{done} of {len(parts)}: {parts[waiting[future]]}")
    return rows


_LONGEST: tuple[What, ...] = ("mutants", "notebook", "misconceptions", "trivial answers", "reference", "files")
