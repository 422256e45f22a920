"""One notebook -> one report, as one straight function.  Read this first.

::

    path -read-> Submission -run cells-> Execution (the kernel stays alive)
    Rubric -for each item-> Component -ask-> Reply -check-> CheckResult -diagnose, score-> ItemGrade -> GradeReport

The order has one oddity: the student's process is spawned right after the file is read and before the rest
of the grader is imported.  What takes longest is ``import torch`` in that process, and our own imports hide
behind it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from grader import __version__
from grader.intake import read_submission
from grader.kernel.launch import mentions_torch
from grader.kernel.warm import Zygote, start_warm
from grader.model import Ask, Finding, GradeReport, Item, ItemState, Misconception, Rubric, Submission, Text
from grader.sandbox import choose

if TYPE_CHECKING:
    from grader.course import CourseReferences
    from grader.timing.accelerator import Gpu
    from grader.timing.gate import Gate

__all__ = ["OpenCourse", "grade", "grade_submission", "open_course"]

CHECKOUT = Path(__file__).absolute().parents[1]


@dataclass(frozen=True, eq=False)
class OpenCourse:
    """One assignment of a course, ready to grade any number of submissions by."""

    rubric: Rubric
    references: CourseReferences
    misconceptions: Callable[[str], Sequence[Misconception]]


def open_course(rubric: Rubric) -> OpenCourse:
    """The references of `rubric` and its known mistakes, each loaded when it's first needed.  Raises `CourseError`."""
    from grader.course import course_directory, load_misconceptions, load_references

    folder = course_directory(Path(rubric.path)) / "reference_solutions"
    references = load_references(folder, rubric.assignment)
    return OpenCourse(rubric, references, cache(partial(load_misconceptions, references)))


def grade(
    path: Path,
    *,
    seed: int,
    rubric: Path | None = None,
    assignment: str | None = None,
    only: tuple[str, ...] = (),
    awards: Mapping[str, Fraction] = MappingProxyType({}),
    sandbox: str = "auto",
    gpu: Gpu = "auto",
    progress: Callable[[Text], None] = lambda _: None,
) -> GradeReport:
    """Run the notebook at `path` in a confined kernel and grade it by `rubric`.

    `seed` makes every random choice; the same seed gives the same report.  `only` are ids of items (all by
    default); the maximum is then that of these items.  `awards` are points by item that a teacher gives where the
    report leaves the decision to them.  `gpu` says whether torch code is timed on a GPU: where there's one (``auto``),
    on nothing else (``require``), or never (``off``).  `progress` is told what is being done.

    Raises `UnreadableSubmission`, `CourseError`, `UsageError`, `SandboxUnavailable` or `KernelUnavailable`; what is
    the student's doing is in the report instead.
    """
    started = time.monotonic()
    submission = read_submission(path)
    progress(Text("starting a kernel"))
    zygote = start_warm(
        choose(sandbox),
        preload_torch=mentions_torch(submission.source.encode(errors="replace")),
        # Neither lies where the sandbox looks, unless somebody keeps a course below the Python installation.
        hidden=[path.absolute().parent, CHECKOUT if rubric is None else rubric.absolute().parent],
    )
    try:
        # From here on the student's process imports torch while we import all this.
        from grader.choosing import chosen_rubric

        chosen, recognised = chosen_rubric(submission, rubric, assignment)
        report = grade_submission(
            submission,
            zygote,
            open_course(chosen),
            seed=seed,
            only=only,
            awards=awards,
            findings=recognised,
            gpu=gpu,
            progress=progress,
        )
        return replace(report, duration_seconds=time.monotonic() - started)
    finally:
        zygote.close()


def grade_submission(
    submission: Submission,
    zygote: Zygote,
    course: OpenCourse,
    *,
    seed: int,
    only: tuple[str, ...] = (),
    awards: Mapping[str, Fraction] = MappingProxyType({}),
    findings: tuple[Finding, ...] = (),
    gpu: Gpu = "off",
    gate: Gate | None = None,
    progress: Callable[[Text], None] = lambda _: None,
) -> GradeReport:
    """Grade what has been read, in a kernel of `zygote`, by `course`.  The rest is as in `grade`.

    Where others are graded at the same time, `gate` says who may run beside whom: what is timed runs alone.

    `findings` are put before those of reading and running.
    """
    from grader.awards import awarded, known_items
    from grader.choosing import chosen_items
    from grader.components import MEASURED
    from grader.excerpts import with_excerpts
    from grader.follow_through import judge_all
    from grader.judging import Judged, inspect_notebook, judge_item, names_used
    from grader.kernel.session import KernelSession
    from grader.timing.bench import bench_for

    started = time.monotonic()
    rubric = course.rubric
    items = chosen_items(rubric, only)
    known_items(awards, items)
    # Each form of an item may cost two kernels before its other checks are left out.
    measures = any(item.component in MEASURED for item in items)
    kernel = zygote.kernel(rubric.limits, steady_memory=measures)
    with ExitStack() as stack:
        session = stack.enter_context(KernelSession(kernel, rubric.limits, restarts=6 * len(items)))
        bench = stack.enter_context(bench_for(session, zygote, submission, rubric.limits, gpu if measures else "off"))
        progress(Text("running the cells"))
        execution = session.run(submission)
        definitions = inspect_notebook(session.ask)

        def judge(item: Item, ask: Ask) -> Judged:
            if gate is not None:
                gate.alone() if item.component in MEASURED else gate.shared()
            return judge_item(
                item,
                ask,
                definitions,
                course.references,
                course.misconceptions,
                seed,
                submission,
                execution,
                bench=bench,
            )

        grades = judge_all(
            items,
            partial(names_used, definitions=definitions),
            bench.ask,
            judge,
            lambda item: progress(Text("grading {item}", {"item": item.id})),
        )
    grades = with_excerpts(awarded(grades, awards), definitions, submission.cells)
    return GradeReport(
        assignment=rubric.assignment,
        title=rubric.title,
        submission_name=submission.name,
        submission_sha256=submission.sha256,
        complete=all(grade.state is not ItemState.UNGRADABLE for grade in grades),
        points=sum((grade.points for grade in grades), start=0 * rubric.max_points),
        max_points=sum((item.points for item in items), start=0 * rubric.max_points),
        seed=seed,
        isolation=execution.isolation,
        duration_seconds=time.monotonic() - started,
        items=tuple(grades),
        findings=(*findings, *submission.findings, *execution.findings),
        grader_version=__version__,
    )
