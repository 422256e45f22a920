"""A class, from the first submission to the report: what has been graded before is taken from the journal."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from grader import __version__
from grader.classroom.journal import Journal, fingerprint
from grader.classroom.results import Attention, ClassResults, Result
from grader.classroom.schedule import Task, on_a_cluster, on_this_machine
from grader.classroom.worker import GradingOptions, Outcome
from grader.model import Rubric, Text
from grader.reports.language import say, title_in
from grader.reports.wording import rounded

__all__ = ["Entry", "Progress", "Regrade", "grade_class"]


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
    """How far a class is: `done` of `total`, of which `known` came from the journal."""

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


def grade_class(
    entries: Sequence[Entry],
    options: GradingOptions,
    rubric: Rubric,
    folder: Path,
    *,
    jobs: int = 1,
    scheduler: str | None = None,
    regrade: Regrade = "changed",
    held: Iterable[Result] = (),
    attention: Iterable[Attention] = (),
    missing: Iterable[str] = (),
    progress: Callable[[Progress], None] = lambda _: None,
) -> ClassResults:
    """Grade `entries` and give the class's results, in the order of the students.

    `folder` keeps the journal.  `regrade` is what to do with what's in it: ``changed`` takes all of it, ``failed``
    grades those again that have no whole report, and ``all`` everything.  `held` are students whose submission can't be
    graded before somebody has looked at it: they have a row, and no points.
    """
    journal = Journal(folder, fingerprint(options, rubric))
    began = time.monotonic()
    outcomes: dict[str, Outcome] = {}
    seconds: dict[str, float] = {}
    by_hash: dict[str, Entry] = {}
    for entry in entries:
        by_hash.setdefault(entry.sha256, entry)  # the same bytes get the same report, once
    for sha256 in by_hash:
        kept = None if regrade == "all" else journal.find(sha256)
        if kept is not None and not (regrade == "failed" and not is_whole(kept)):
            outcomes[sha256] = kept
    known = len(outcomes)

    def report_progress() -> None:
        open_ones = sum(not is_whole(outcome) for outcome in outcomes.values())
        progress(Progress(len(outcomes), len(by_hash), known, open_ones, time.monotonic() - began))

    report_progress()
    todo = [entry for sha256, entry in by_hash.items() if sha256 not in outcomes]
    for sha256, outcome in _graded(todo, options, jobs, scheduler):
        # Our own failures aren't kept: the next run tries them again.
        if outcome.report or outcome.unreadable:
            journal.keep(sha256, outcome)
        outcomes[sha256] = outcome
        seconds[sha256] = outcome.seconds
        report_progress()
    own = {entry.student: _result(entry, outcomes[entry.sha256]) for entry in entries}
    own = {one.student: one for one in held} | own  # one of a student's may be held, and another graded
    results = tuple(own[student] for student in sorted(own))
    return ClassResults(
        assignment=rubric.assignment,
        title=title_in(rubric.title, options.language),
        language=options.language,
        max_points=float(rounded(rubric.max_points)),
        seed=options.seed,
        grader_version=__version__,
        items=tuple(
            {"id": i.id, "title": title_in(i.title, options.language), "max_points": rounded(i.points)}
            for i in rubric.items
            if not options.only or i.id in options.only
        ),
        results=results,
        attention=tuple(attention),
        missing=tuple(missing),
        seconds={entry.student: outcomes[entry.sha256].seconds for entry in entries},
    )


def _graded(
    todo: Sequence[Entry], options: GradingOptions, jobs: int, scheduler: str | None
) -> Iterator[tuple[str, Outcome]]:
    lost = say(Text("The process that graded it ended twice. Nothing is known of this submission."), options.language)
    tasks = [Task(entry.sha256, entry.file_name, _checked(entry)) for entry in todo]
    if not tasks:
        return
    pairs = (
        on_this_machine(options, tasks, min(jobs, len(tasks)), lost)
        if scheduler is None
        else on_a_cluster(options, tasks, scheduler, lost)
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


def is_whole(outcome: Outcome) -> bool:
    """Is there a report, and does it leave nothing of our own open?"""
    return bool(outcome.report) and json.loads(outcome.report).get("complete") is True


def _result(entry: Entry, outcome: Outcome) -> Result:
    report: dict[str, Any] | None = json.loads(outcome.report) if outcome.report else None
    if report is not None:
        report["submission"] = {**report["submission"], "name": entry.file_name}
    return Result(entry.student, entry.name, entry.source, entry.sha256, report, outcome.failure)
