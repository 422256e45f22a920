"""Grades into Canvas through its API, by `canvasapi`.

Nothing is remembered between two runs: each asks Canvas what is there, so that one that was broken off is gone on with
by running it again, and what has been entered isn't entered twice.  A page's name holds a digest of its content, by
which a page that is there already is known.
"""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from grader.classroom.collection import slug_of
from grader.classroom.naming import folded
from grader.classroom.roster import Roster
from grader.classroom.writing import FEEDBACK
from grader.errors import GraderError, UsageError
from grader.lms.entering import Entry, Outcome, as_number, entries_of, judged, without_result
from grader.lms.https import origin, require_https
from grader.lms.marks import ClassMarks, Mark, scaled
from grader.lms.matching import Line, match
from grader.model import Text

__all__ = ["Assignment", "Push", "connected", "planned", "push"]

INCLUDED = ["user", "submission_comments", "rubric_assessment"]
AT_ONCE = 50  # grades in one job of Canvas's
MOST_POLLS = 300
PAUSE_SECONDS = 1.0


@dataclass(frozen=True)
class Assignment:
    """`there` are the students' submissions by their number in Canvas."""

    api: Any
    title: str
    maximum: Decimal | None
    there: Mapping[int, Any]


@dataclass(frozen=True)
class Push:
    """What would be done: grades to enter; by the number in Canvas, pages to attach and rubrics to fill."""

    entries: tuple[Entry, ...]
    without: tuple[Line, ...]
    pages: Mapping[int, Path]
    rubrics: Mapping[int, Mapping[str, str]]


@contextmanager
def _told() -> Iterator[None]:
    """What the client says went wrong, as an error of ours: never with the token, which no message of its holds."""
    from canvasapi.exceptions import CanvasException
    from requests.exceptions import ConnectionError, RequestException, Timeout

    try:
        yield
    except (ConnectionError, Timeout) as error:
        host = origin(str(error.request.url))[1] if error.request is not None else ""
        reason = f"{type(error).__name__} ({host})"  # what it says itself is of sockets and retries
        raise GraderError(Text("The platform can't be reached: {reason}", {"reason": reason})) from error
    except (CanvasException, RequestException, ValueError) as error:
        reason = f"{type(error).__name__}: {' '.join(str(error).split())[:300]}"
        raise GraderError(Text("Canvas can't be used: {reason}", {"reason": reason})) from error


def connected(url: str, token: str, course: int, assignment: int) -> Assignment:
    """The assignment as it stands in Canvas now."""
    try:
        from canvasapi import Canvas
    except ImportError as error:
        raise UsageError(Text("this needs canvasapi: pip install 'transformer-grader[canvas]'")) from error
    require_https(url)
    with _told():
        found = Canvas(url, token).get_course(course).get_assignment(assignment)
        there = {one.user_id: one for one in found.get_submissions(include=INCLUDED)}
    if found.grading_type not in ("points", "percent"):
        raise UsageError(
            Text(
                "{title} is graded by {kind} in Canvas, not by points.",
                {"title": found.name, "kind": found.grading_type},
            )
        )
    possible = getattr(found, "points_possible", None)
    return Assignment(found, found.name, None if possible is None else Decimal(str(possible)), there)


def planned(
    assignment: Assignment,
    results: ClassMarks,
    *,
    allow_decrease: bool = False,
    pages: bool = False,
    rubric: bool = False,
    roster: Roster | None = None,
) -> Push:
    """What entering `results` means, without doing any of it."""
    lines = [_line(number, one) for number, one in assignment.there.items()]
    matches = match(results.marks, lines, roster)
    files: dict[int, Path] = {}
    criteria = _criteria(assignment, results) if rubric else {}
    rubrics: dict[int, Mapping[str, str]] = {}

    def entered(mark: Mark, line: Line) -> Entry:
        one = assignment.there[line.row]
        locked = Text("Canvas says that this student is excused.") if getattr(one, "excused", False) else None
        score = "" if one.score is None else f"{Decimal(str(one.score)):.2f}"
        entry = judged(mark, score, assignment.maximum, locked=locked, allow_decrease=allow_decrease)
        page = results.folder / FEEDBACK / f"{slug_of(mark.student)}.html"
        filled = _filled(criteria, results, mark) if entry.outcome in (Outcome.CHANGED, Outcome.SAME) else {}
        if filled and not _is_filled(one, filled):
            rubrics[line.row] = filled
        if pages and page.is_file() and _name(page) not in _attached(one):
            files[line.row] = page
        return entry

    entries = entries_of(results.marks, matches, entered)
    return Push(entries, without_result(lines, matches), files, rubrics)


def _line(number: int, submission: Any) -> Line:
    user: Mapping[str, Any] = getattr(submission, "user", {})
    kinds = ("sis_user_id", "login_id", "integration_id", "email")
    ids = (str(user[kind]) for kind in kinds if user.get(kind))
    return Line(number, str(user.get("sortable_name") or user.get("name") or ""), (str(number), *ids))


def push(assignment: Assignment, plan: Push, progress: Callable[[Text], None]) -> Sequence[Entry]:
    """Enter the grades, then attach the pages; the entries that Canvas said yes to and didn't keep."""
    changed = [entry for entry in plan.entries if entry.outcome is Outcome.CHANGED and entry.line is not None]
    grades = {entry.line.row: entry.new for entry in changed if entry.line is not None}
    # With a rubric goes the grade that is right, since Canvas may take the rubric's sum for one.
    right = {entry.line.row: entry.new for entry in plan.entries if entry.line is not None}
    numbers = [*grades, *(number for number in plan.rubrics if number not in grades)]
    with _told():
        for start in range(0, len(numbers), AT_ONCE):
            progress(Text("entering grades: {done} of {total}", {"done": start, "total": len(numbers)}))
            batch = numbers[start : start + AT_ONCE]
            some = {number: _sent(right[number], plan.rubrics.get(number)) for number in batch}
            _wait_for(assignment.api.submissions_bulk_update(grade_data=some))
        for done, (number, page) in enumerate(plan.pages.items()):
            progress(Text("attaching pages: {done} of {total}", {"done": done, "total": len(plan.pages)}))
            _attach(assignment.there[number], page)
        kept = {one.user_id: one.score for one in assignment.api.get_submissions()} if grades else {}
    return [entry for entry in changed if entry.line is not None and not _is_kept(kept.get(entry.line.row), entry)]


def _sent(grade: str, filled: Mapping[str, str] | None) -> dict[str, object]:
    if filled is None:
        return {"posted_grade": grade}
    return {"posted_grade": grade, "rubric_assessment": {key: {"points": points} for key, points in filled.items()}}


def _criteria(assignment: Assignment, results: ClassMarks) -> dict[str, tuple[str, Decimal]]:
    """The item of each criterion of the assignment's rubric, by its title or id, and the criterion's points."""
    items = {folded(name): key for key, item in results.items.items() for name in (key, item.title)}
    rubric = list(getattr(assignment.api, "rubric", None) or ())
    unknown = [str(one["description"]) for one in rubric if folded(str(one["description"])) not in items]
    if unknown or not rubric:
        values = {"title": assignment.title, "criteria": "; ".join(unknown), "items": "; ".join(results.items)}
        raise UsageError(
            Text("the rubric of {title} needs a criterion for each item ({items}); unknown are: {criteria}", values)
        )
    return {str(one["id"]): (items[folded(str(one["description"]))], Decimal(str(one["points"]))) for one in rubric}


def _filled(criteria: Mapping[str, tuple[str, Decimal]], results: ClassMarks, mark: Mark) -> dict[str, str]:
    filled = {}
    for key, (item, most) in criteria.items():
        points = mark.items.get(item)
        if points is None:
            return {}
        filled[key] = f"{scaled(points, results.items[item].max_points, most):.2f}"
    return filled


def _is_filled(submission: Any, filled: Mapping[str, str]) -> bool:
    there = getattr(submission, "rubric_assessment", None) or {}
    return all(
        (number := as_number(str(there.get(key, {}).get("points")))) is not None and number == Decimal(points)
        for key, points in filled.items()
    )


def _wait_for(job: Any) -> None:
    """Canvas enters grades in a job of its own, which may fail after it said yes."""
    for _ in range(MOST_POLLS):
        if job.workflow_state == "completed":
            return
        if job.workflow_state == "failed":
            raise GraderError(Text("Canvas says that its job failed. Run the same command again: it goes on."))
        time.sleep(PAUSE_SECONDS)
        job = job.query()
    raise GraderError(Text("Canvas hasn't ended its job. Run the same command again later: it goes on."))


def _is_kept(score: object, entry: Entry) -> bool:
    number = None if score is None else as_number(str(score))
    return number is not None and abs(number - Decimal(entry.new)) < Decimal("0.005")


def _attach(submission: Any, page: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / _name(page)
        copy.write_bytes(page.read_bytes())
        sent, answer = submission.upload_comment(str(copy))
    if not sent:
        raise GraderError(
            Text("Canvas refused the page {file}: {reason}", {"file": page.name, "reason": str(answer)[:200]})
        )


def _name(page: Path) -> str:
    return f"report-{hashlib.sha256(page.read_bytes()).hexdigest()[:12]}.html"


def _attached(submission: Any) -> set[str]:
    comments = getattr(submission, "submission_comments", None) or ()
    files = (file for comment in comments for file in comment.get("attachments") or ())
    return {str(file.get(kind)) for file in files for kind in ("display_name", "filename")}
