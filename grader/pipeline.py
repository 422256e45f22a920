"""One notebook -> one report, as one straight function.  Read this first.

::

    path -read-> Submission -run cells-> Execution (the kernel stays alive)
    Rubric -for each item-> Component -ask-> Reply -check-> CheckResult -diagnose, score-> ItemGrade -> GradeReport

The order has one oddity: the student's process is spawned right after the file is read and before the rest
of the grader is imported.  What takes longest is ``import torch`` in that process, and our own imports hide
behind it.
"""

from __future__ import annotations

import difflib
import time
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from pathlib import Path
from types import MappingProxyType

from grader import __version__
from grader.errors import CourseError, UsageError
from grader.intake import read_submission
from grader.kernel.launch import mentions_torch
from grader.kernel.warm import start_warm
from grader.model import Ask, Finding, GradeReport, Item, ItemGrade, ItemState, Rubric, Submission, Text
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
    awards: Mapping[str, Fraction] = MappingProxyType({}),
    sandbox: str = "auto",
    progress: Callable[[Text], None] = lambda _: None,
) -> GradeReport:
    """Run the notebook at `path` in a confined kernel and grade it by `rubric`.

    `seed` makes every random choice; the same seed gives the same report.  `only` are ids of items (all by
    default); the maximum is then that of these items.  `awards` are points by item that a teacher gives where the
    report leaves the decision to them.  `progress` is told what is being done.

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
        from grader.components import COMPONENTS
        from grader.course import course_directory, load_misconceptions, load_references, load_rubric
        from grader.follow_through import judge_all
        from grader.judging import Judged, inspect_notebook, judge_item, names_used
        from grader.kernel.session import KernelSession
        from grader.own_work import CONCEPTS

        known_checks = {component.id: component.check_ids for component in COMPONENTS.values()}

        def read(path: Path) -> Rubric:
            return load_rubric(path, known_checks, CONCEPTS)

        course, recognised = chosen_rubric(submission, rubric, assignment, read)
        items = chosen_items(course, only)
        known_items(awards, items)
        references = load_references(course_directory(Path(course.path)) / "reference_solutions", course.assignment)

        misconceptions = partial(load_misconceptions, references)

        # Each form of an item may cost two kernels before its other checks are left out.
        with KernelSession(zygote.kernel(course.limits), course.limits, restarts=6 * len(items)) as session:
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
        zygote.close()

    grades = awarded(grades, awards)
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
        findings=(*recognised, *submission.findings, *execution.findings),
        grader_version=__version__,
    )


def chosen_rubric(
    submission: Submission, rubric: Path | None, assignment: str | None, read: Callable[[Path], Rubric]
) -> tuple[Rubric, tuple[Finding, ...]]:
    """The rubric to grade `submission` by, and what to say of how it was found.

    It is the one at `rubric`, else that of `assignment`, else that of what the notebook itself is for.  Raises
    `UsageError` where there's no such assignment, or nothing tells which.
    """
    from grader.course import find_rubric, rubrics_of
    from grader.recognise import names_in, recognise, said_in_metadata

    if rubric is not None:
        course = read(rubric)
        if assignment not in (None, course.assignment):
            raise UsageError(f"{course.path} is for the assignment '{course.assignment}', not '{assignment}'")
        return course, ()
    paths = rubrics_of(find_rubric().parent)
    said = assignment or said_in_metadata(submission)
    if said in paths:
        return read(paths[said]), ()
    if assignment is not None:
        raise UsageError(f"there is no assignment '{assignment}'{did_you_mean(assignment, list(paths))}")
    readable: dict[str, Rubric] = {}
    faults: list[CourseError] = []
    for name, path in paths.items():
        try:
            readable[name] = read(path)
        except CourseError as error:  # another assignment's rubric is no obstacle to this one's
            faults.append(error)
    found, finding = recognise(names_in(submission), readable)
    if found is None and faults:
        raise faults[0]
    if found is None:
        raise UsageError(
            Text(
                "nothing in the notebook tells which assignment it is for: say --assignment with one of {known}",
                {"known": ", ".join(paths)},
            )
        )
    return readable[found], () if finding is None else (finding,)


def did_you_mean(word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    return f": did you mean '{near[0]}'?" if near else f": there are {', '.join(known)}"


def chosen_items(rubric: Rubric, only: tuple[str, ...]) -> tuple[Item, ...]:
    """The items to grade.  Raises `UsageError` for an item that the rubric doesn't have."""
    known = [item.id for item in rubric.items]
    for wanted in only:
        if wanted not in known:
            raise UsageError(f"the rubric has no item '{wanted}'{did_you_mean(wanted, known)}")
    return tuple(item for item in rubric.items if not only or item.id in only)


def known_items(awards: Mapping[str, Fraction], items: Sequence[Item]) -> None:
    """Raises `UsageError` for an award to an item that isn't graded, or of more than it has, before all the work."""
    by_id = {item.id: item for item in items}
    for id_, points in awards.items():
        if id_ not in by_id:
            raise UsageError(f"--award: the rubric has no item '{id_}'{did_you_mean(id_, list(by_id))}")
        if points > by_id[id_].points:
            raise UsageError(f"--award: {id_} has {float(by_id[id_].points):g} points, fewer than {float(points):g}")


def awarded(grades: Sequence[ItemGrade], awards: Mapping[str, Fraction]) -> list[ItemGrade]:
    """`grades` with the teacher's points.  Raises `UsageError` where nothing was left to decide."""
    from grader.score import open_for_review, with_award

    decided = []
    for grade in grades:
        if grade.id not in awards:
            decided.append(grade)
            continue
        points, still_open = awards[grade.id], open_for_review(grade)
        least, most = float(grade.points), float(grade.points + still_open)
        if not still_open:
            raise UsageError(f"--award: nothing in {grade.id} waits for a decision; it has {least:g} points")
        if not grade.points <= points <= grade.points + still_open:
            raise UsageError(f"--award: {grade.id} can be given {least:g} to {most:g} points, not {float(points):g}")
        decided.append(with_award(grade, points))
    return decided
