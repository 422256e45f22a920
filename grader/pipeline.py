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
from collections.abc import Callable
from functools import partial
from pathlib import Path

from grader import __version__
from grader.errors import UsageError
from grader.intake import read_submission
from grader.kernel.launch import mentions_torch, start
from grader.model import Ask, GradeReport, Item, ItemState, Rubric, Text
from grader.sandbox import choose

__all__ = ["grade"]

CHECKOUT = Path(__file__).absolute().parents[1]


def grade(
    path: Path,
    *,
    seed: int,
    rubric: Path | None = None,
    assignment: str | None = None,
    only: tuple[str, ...] = (),
    sandbox: str = "auto",
    progress: Callable[[Text], None] = lambda _: None,
) -> GradeReport:
    """Run the notebook at `path` in a confined kernel and grade it by `rubric`.

    `seed` makes every random choice; the same seed gives the same report.  `only` are ids of items (all by
    default); the maximum is then that of these items.  `progress` is told what is being done.

    Raises `UnreadableSubmission`, `CourseError`, `UsageError`, `SandboxUnavailable` or `KernelUnavailable`; what is
    the student's doing is in the report instead.
    """
    started = time.monotonic()
    submission = read_submission(path)
    progress(Text("starting a kernel"))
    process = start(
        choose(sandbox),
        preload_torch=mentions_torch(submission.source.encode(errors="replace")),
        # Neither lies where the sandbox looks, unless somebody keeps a course below the Python installation.
        hidden=[path.absolute().parent, CHECKOUT if rubric is None else rubric.absolute().parent],
    )
    try:
        # From here on the student's process imports torch while we import all this.
        from grader.components import COMPONENTS
        from grader.course import course_directory, find_rubric, load_misconceptions, load_references, load_rubric
        from grader.follow_through import judge_all
        from grader.judging import Judged, inspect_notebook, judge_item, names_used
        from grader.kernel.session import KernelSession
        from grader.own_work import CONCEPTS

        known_checks = {component.id: component.check_ids for component in COMPONENTS.values()}
        course = load_rubric(find_rubric(rubric), known_checks, CONCEPTS)
        items = chosen_items(course, assignment, only)
        references = load_references(course_directory(Path(course.path)) / "reference_solutions", course.assignment)

        misconceptions = partial(load_misconceptions, references)

        # Each form of an item may cost two kernels before its other checks are left out.
        with KernelSession(process, course.limits, restarts=6 * len(items)) as session:
            progress(Text("running the cells"))
            execution = session.run(submission)
            definitions = inspect_notebook(session.ask)

            def judge(item: Item, ask: Ask) -> Judged:
                return judge_item(item, ask, definitions, references, misconceptions, seed, submission, execution)

            grades = judge_all(
                items,
                partial(names_used, definitions=definitions),
                session.ask,
                judge,
                lambda item: progress(Text("grading {item}", {"item": item.id})),
            )
    finally:
        process.kill()

    return GradeReport(
        assignment=course.assignment,
        title=course.title,
        submission_name=submission.name,
        submission_sha256=submission.sha256,
        complete=all(grade.state is not ItemState.UNGRADABLE for grade in grades),
        points=sum((grade.points for grade in grades), start=0 * course.max_points),
        max_points=sum((item.points for item in items), start=0 * course.max_points),
        seed=seed,
        isolation=execution.isolation,
        duration_seconds=time.monotonic() - started,
        items=tuple(grades),
        findings=(*submission.findings, *execution.findings),
        grader_version=__version__,
    )


def chosen_items(rubric: Rubric, assignment: str | None, only: tuple[str, ...]) -> tuple[Item, ...]:
    """The items to grade.  Raises `UsageError` for an assignment or an item that the rubric doesn't have."""
    if assignment is not None and assignment != rubric.assignment:
        raise UsageError(f"{rubric.path} is for the assignment '{rubric.assignment}', not '{assignment}'")
    known = [item.id for item in rubric.items]
    for wanted in only:
        if wanted not in known:
            import difflib

            near = difflib.get_close_matches(wanted, known, n=1)
            hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
            raise UsageError(f"the rubric has no item '{wanted}': {hint}")
    return tuple(item for item in rubric.items if not only or item.id in only)
