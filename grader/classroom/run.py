"""A class, from the first submission to the results: what has been graded before is taken from the journal.

No more of a class is in memory than what its own reports show: each submission's report goes to the journal, and from
there, one at a time, to whoever writes it.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from grader import __version__
from grader.classroom.journal import Journal
from grader.classroom.results import Attention, ClassResults, Result, needed
from grader.classroom.schedule import Task, on_a_cluster, on_this_machine
from grader.classroom.worker import GradingOptions, Outcome
from grader.model import GradeReport, Rubric, Text
from grader.reports import FORMATS
from grader.reports.inert import visible
from grader.reports.language import say, title_in
from grader.reports.wording import rounded

__all__ = ["Around", "Entry", "Graded", "Progress", "Regrade", "class_results", "grade_entries"]


@dataclass(frozen=True)
class Entry:
    """One student's submission; `read` gives its bytes, the same each time."""

    student: str
    name: str
    source: str
    file_name: str
    sha256: str
    read: Callable[[], bytes]


@dataclass(frozen=True)
class Progress:
    """How far a class is, in students: `done` of `total`, of which `known` came from the journal."""

    done: int
    total: int
    known: int
    open: int
    seconds: float

    @property
    def seconds_left(self) -> float | None:
        """By the pace so far; None before there is one."""
        graded = self.done - self.known
        return None if graded <= 0 else self.seconds / graded * (self.total - self.done)


Regrade: TypeAlias = Literal["changed", "all", "failed"]
LOST = Text("The process that graded it ended twice. Nothing is known of this submission.")


def grade_entries(
    entries: Sequence[Entry],
    options: GradingOptions,
    rubric: Rubric,
    journal: Journal,
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    regrade: Regrade = "changed",
    progress: Callable[[Progress], None] = lambda _: None,
) -> dict[str, Outcome]:
    """Grade `entries` into the journal; what failed through no fault of theirs, by hash, isn't kept and comes back.

    `regrade` is what to do with what the journal has: ``changed`` takes all of it that still holds, ``failed`` grades
    those again that have no whole report, and ``all`` everything.
    """
    began = time.monotonic()
    students = Counter(entry.sha256 for entry in entries)
    by_hash: dict[str, Entry] = {}
    for entry in entries:
        by_hash.setdefault(entry.sha256, entry)  # the same bytes get the same report, once
    done: dict[str, bool] = {}  # is there a whole report?
    for sha256 in by_hash:
        kept = None if regrade == "all" else journal.find(sha256)
        if kept is None or not journal.counts(kept, rubric) or (regrade == "failed" and not kept.outcome.complete):
            continue
        done[sha256] = kept.outcome.complete
    known = sum(students[sha256] for sha256 in done)

    def report_progress() -> None:
        open_ones = sum(students[sha256] for sha256, whole in done.items() if not whole)
        so_far = sum(students[sha256] for sha256 in done)
        progress(Progress(so_far, len(entries), known, open_ones, time.monotonic() - began))

    report_progress()
    failed: dict[str, Outcome] = {}
    todo = [entry for sha256, entry in by_hash.items() if sha256 not in done]
    for sha256, outcome in _graded(todo, options, jobs, scheduler):
        if outcome.report or outcome.unreadable:
            journal.keep(sha256, outcome)
        else:  # our own failures aren't kept: the next run tries them again
            failed[sha256] = outcome
        done[sha256] = outcome.complete
        report_progress()
    return failed


def _graded(
    todo: Sequence[Entry], options: GradingOptions, jobs: int, scheduler: str | None
) -> Iterator[tuple[str, Outcome]]:
    if not todo:
        return
    tasks = (Task(entry.sha256, entry.file_name, _checked(entry)) for entry in todo)
    pairs = (
        on_this_machine(options, tasks, min(jobs, len(todo)), LOST)
        if scheduler is None
        else on_a_cluster(options, tasks, scheduler, LOST)
    )
    for task, outcome in pairs:
        yield task.key, outcome


def _checked(entry: Entry) -> Callable[[], bytes]:
    """What is graded are the bytes that were hashed: a file that has changed since is refused."""

    def read() -> bytes:
        data = entry.read()
        if hashlib.sha256(data).hexdigest() != entry.sha256:
            raise RuntimeError(f"{entry.source} has changed while the class was graded")
        return data

    return read


@dataclass(frozen=True)
class Graded:
    """One student's report and the language in which the student is to read it."""

    entry: Entry
    report: GradeReport
    language: str


@dataclass(frozen=True)
class Around:
    """What is known of a class beside its submissions.

    `held` are students whose submission can't be graded before somebody has looked at it: they have a row, and no
    points.  `missing` are ids of the roster without a submission, and `missing_names` what they are called.
    """

    held: Sequence[Result] = ()
    attention: Sequence[Attention] = ()
    missing: Sequence[str] = ()
    missing_names: Mapping[str, str] | None = None


def class_results(
    entries: Iterable[Entry],
    options: GradingOptions,
    rubric: Rubric,
    journal: Journal,
    failed: Mapping[str, Outcome],
    around: Around,
    language: str,
    deliver: Callable[[Graded], None] = lambda _: None,
) -> ClassResults:
    """The class's results in the order of the students, its words in `language`.

    `deliver` is given each student's whole report, which nobody keeps.
    """
    one_each = {entry.student: entry for entry in entries}
    held = {result.student: result for result in around.held}
    results: list[Result] = []
    seconds: dict[str, float] = {}
    words: dict[str, Mapping[str, Any]] = {}
    for student in sorted({**held, **one_each}):
        entry = one_each.get(student)  # one of a student's may be held, and another graded
        if entry is None:
            results.append(held[student])
            continue
        kept = None if entry.sha256 in failed else journal.find(entry.sha256)
        outcome = kept.outcome if kept is not None else failed.get(entry.sha256, Outcome(failure=LOST))
        seconds[student] = outcome.seconds
        report = kept.report_by(rubric) if kept is not None else None
        found = None
        if report is not None:
            report = replace(report, submission_name=entry.file_name)
            found = needed(json.loads(FORMATS["json"](report, language)), words)
            deliver(Graded(entry, report, outcome.language if outcome.language in ("en", "es") else language))
        failure = "" if outcome.failure is None else say(outcome.failure, language, visible)
        results.append(
            Result(student, entry.name, entry.source, entry.sha256, found, failure, unreadable=outcome.unreadable)
        )
    chosen = [item for item in rubric.items if not options.only or item.id in options.only]
    return ClassResults(
        assignment=rubric.assignment,
        title=title_in(rubric.title, language),
        language=language,
        max_points=float(rounded(sum((item.points for item in chosen), start=0 * rubric.max_points))),
        seed=options.seed,
        grader_version=__version__,
        items=tuple(
            {"id": i.id, "title": title_in(i.title, language), "max_points": rounded(i.points)} for i in chosen
        ),
        results=tuple(results),
        attention=tuple(around.attention),
        missing=tuple(around.missing),
        missing_names=around.missing_names or {},
        seconds=seconds,
    )
