"""Which rubric a submission is graded by, and which of its items."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from grader.components import COMPONENTS
from grader.components.own import add_own_components
from grader.course import course_directory, find_rubric, load_rubric, rubrics_of
from grader.errors import CourseError, UsageError
from grader.model import Finding, Item, Level, Rubric, Submission, Text
from grader.own_work import CONCEPTS
from grader.recognise import ANOTHER, coverage, names_in, of_another, recognise, said_in_metadata

__all__ = [
    "another_assignment",
    "assignment_by_names",
    "chosen_items",
    "chosen_rubric",
    "read_rubric",
    "rubric_named",
    "rubrics_beside",
    "unknown",
]


def read_rubric(path: Path) -> Rubric:
    """The rubric at `path`, of the components and concepts that there are; a course may have own ones beside it.

    Raises `CourseError`.
    """
    add_own_components(course_directory(path))
    return load_rubric(path, {component.id: component.check_ids for component in COMPONENTS.values()}, CONCEPTS)


def chosen_rubric(
    submission: Submission, rubric: Path | None, assignment: str | None, read: Callable[[Path], Rubric] = read_rubric
) -> tuple[Rubric, tuple[Finding, ...]]:
    """The rubric to grade `submission` by, and what to say of how it was found.

    It is the one at `rubric`, else that of `assignment`, else that of what the notebook itself is for.  Raises
    `UsageError` where there's no such assignment, or nothing tells which.
    """
    if rubric is not None:
        course = read(rubric)
        if assignment not in (None, course.assignment):
            raise UsageError(f"{course.path} is for the assignment '{course.assignment}', not '{assignment}'")
        return course, _nothing_of(submission, course, read)
    paths = rubrics_of(find_rubric().parent)
    said = assignment or said_in_metadata(submission)
    if said in paths or assignment is not None:
        course = read(rubric_named(str(said), paths))
        return course, _nothing_of(submission, course, read)
    readable, faults = _readable(paths, read)
    found, finding = recognise(names_in(submission), readable)
    if found is None and faults:
        raise faults[0]
    if found is None and said is not None:
        raise UsageError(
            Text(
                "the notebook says that it is for {said}, and there is no such assignment here: say --rubric with the "
                "rubric.yaml of its course, or --assignment with one of {known}",
                {"said": repr(said), "known": ", ".join(paths)},
            )
        )
    if found is None:
        raise UsageError(
            Text(
                "nothing in the notebook tells which assignment it is for: say --assignment with one of {known}, "
                "or --rubric with the rubric.yaml of a course of your own",
                {"known": ", ".join(paths)},
            )
        )
    return readable[found], () if finding is None else (finding,)


def assignment_by_names(submission: Submission, read: Callable[[Path], Rubric] = read_rubric) -> str | None:
    """The assignment that the names in the notebook stand for, if they do."""
    return recognise(names_in(submission), _readable(rubrics_of(find_rubric().parent), read)[0])[0]


def _readable(paths: Mapping[str, Path], read: Callable[[Path], Rubric]) -> tuple[dict[str, Rubric], list[CourseError]]:
    """The rubrics that can be read, and why others can't: another assignment's is no obstacle to this one's."""
    readable: dict[str, Rubric] = {}
    faults: list[CourseError] = []
    for name, path in paths.items():
        try:
            readable[name] = read(path)
        except CourseError as error:
            faults.append(error)
    return readable, faults


def _nothing_of(submission: Submission, rubric: Rubric, read: Callable[[Path], Rubric]) -> tuple[Finding, ...]:
    """What to say of a notebook that has nothing of `rubric`, but of another of the course's assignments."""
    names = names_in(submission)
    if coverage(rubric, names):
        return ()
    paths = rubrics_of(course_directory(Path(rubric.path)))
    finding = of_another(names, rubric, _readable(paths, read)[0])
    return () if finding is None else (finding,)


def another_assignment(
    submission: Submission, rubric: Rubric, read: Callable[[Path], Rubric] = read_rubric
) -> tuple[Finding, ...]:
    """What to say of a submission to `rubric`, one of many, whose metadata or names are of another assignment."""
    said = said_in_metadata(submission)
    if said in (None, rubric.assignment) or said not in rubrics_of(course_directory(Path(rubric.path))):
        return _nothing_of(submission, rubric, read)
    message = Text(
        "Graded as the assignment {assignment}, but the notebook says that it's for {other}.",
        {"assignment": rubric.assignment, "other": said},
    )
    return (Finding(Level.WARNING, message, details={ANOTHER: said}),)


def rubrics_beside(rubric: Path | None) -> dict[str, Path]:
    """The rubrics by assignment of the course that `rubric` is in, else of the one that this checkout is.

    Raises `CourseError` where there's none.
    """
    top = find_rubric(rubric)
    return rubrics_of(course_directory(top)) or {read_rubric(top).assignment: top}


def rubric_named(assignment: str, paths: Mapping[str, Path]) -> Path:
    """That of `assignment` among `paths`.  Raises `UsageError`."""
    if assignment not in paths:
        raise unknown(Text("there is no assignment '{name}'", {"name": assignment}), assignment, [*paths])
    return paths[assignment]


def unknown(what: Text, name: str, known: Sequence[str]) -> UsageError:
    """`what` is said of a `name` that isn't one of `known`; with it the nearest that is, else all of them."""
    near = difflib.get_close_matches(name, known, n=1)
    if near:
        return UsageError(Text("{what}: did you mean '{near}'?", {"what": what, "near": near[0]}))
    return UsageError(Text("{what}: there are {known}", {"what": what, "known": ", ".join(known)}))


def chosen_items(rubric: Rubric, only: tuple[str, ...]) -> tuple[Item, ...]:
    """The items to grade.  Raises `UsageError` for an item that the rubric doesn't have."""
    known = [item.id for item in rubric.items]
    for wanted in only:
        if wanted not in known:
            raise unknown(Text("the rubric has no item '{name}'", {"name": wanted}), wanted, known)
    return tuple(item for item in rubric.items if not only or item.id in only)
