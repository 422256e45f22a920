"""A class is graded into its journal: what has been graded before is taken from there."""

from __future__ import annotations

import hashlib
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from grader.classroom.journal import Journal
from grader.classroom.schedule import Task, Watch, on_a_cluster, on_this_machine
from grader.classroom.worker import GradingOptions, Outcome
from grader.model import Rubric, Text

__all__ = ["LOST", "Entry", "Progress", "Regrade", "grade_entries"]


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
    """How far a class is, in students: `done` of `total`, of which `known` came from the journal.

    `slow` are the notebooks that have been under way for long, by their students, with the seconds; the longest first.
    """

    done: int
    total: int
    known: int
    open: int
    seconds: float
    slow: tuple[tuple[str, float], ...] = ()

    @property
    def seconds_left(self) -> float | None:
        """By the pace so far; None before there is one."""
        graded = self.done - self.known
        return None if graded <= 0 else self.seconds / graded * (self.total - self.done)


Regrade: TypeAlias = Literal["changed", "all", "failed"]
SLOW_SECONDS = 20.0  # an ordinary notebook is graded in less
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
    graded: Callable[[str, Outcome], None] = lambda *_: None,
) -> dict[str, Outcome]:
    """Grade `entries` into the journal; what failed through no fault of theirs, by hash, isn't kept and comes back.

    `graded` is given each new outcome with its hash, once it's kept.  `regrade` is what to do with what the journal
    has:
    ``changed`` takes all of it that still holds, ``failed`` grades those again that have no whole report, and ``all``
    everything.
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

    def report_progress(under_way: Sequence[tuple[Task, float]] = ()) -> None:
        open_ones = sum(students[sha256] for sha256, whole in done.items() if not whole)
        so_far = sum(students[sha256] for sha256 in done)
        slow = [(_label(by_hash[task.key]), spent) for task, spent in under_way if spent >= SLOW_SECONDS]
        slow.sort(key=lambda one: -one[1])
        progress(Progress(so_far, len(entries), known, open_ones, time.monotonic() - began, tuple(slow)))

    report_progress()
    failed: dict[str, Outcome] = {}
    todo = [entry for sha256, entry in by_hash.items() if sha256 not in done]
    for sha256, outcome in _graded(todo, options, jobs, scheduler, report_progress):
        if outcome.report or outcome.unreadable:
            journal.keep(sha256, outcome)
            graded(sha256, outcome)
        else:  # our own failures aren't kept: the next run tries them again
            failed[sha256] = outcome
        done[sha256] = outcome.complete
        report_progress()
    return failed


def _label(entry: Entry) -> str:
    return entry.name if entry.name.strip() else entry.student


def _graded(
    todo: Sequence[Entry], options: GradingOptions, jobs: int, scheduler: str | None, watch: Watch
) -> Iterator[tuple[str, Outcome]]:
    if not todo:
        return
    tasks = (Task(entry.sha256, entry.file_name, _checked(entry)) for entry in todo)
    pairs = (
        on_this_machine(options, tasks, min(jobs, len(todo)), LOST, watch)
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
