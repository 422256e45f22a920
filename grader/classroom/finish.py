"""The end of a class's grading: what the journal has -> all files of the folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.classroom.changes import Changes, Snapshot, compared
from grader.classroom.journal import Circumstances, Journal, write_atomically
from grader.classroom.reports.changes import render_json, render_page
from grader.classroom.results import ClassResults
from grader.classroom.run import Around, Entry, class_results
from grader.classroom.worker import GradingOptions, Outcome
from grader.classroom.writing import StudentFiles, write_class
from grader.model import Rubric

__all__ = ["JOURNAL", "Finished", "finish_class"]

JOURNAL = ".journal"
LAST = "last.json"
CHANGES_PAGE, CHANGES_JSON = "changes.html", "changes.json"


@dataclass(frozen=True)
class Finished:
    """`page` is the class's report for people; `changes` is None in a folder's first run."""

    results: ClassResults
    page: Path
    changes: Changes | None

    @property
    def open_ones(self) -> int:
        """Students with a submission and without a whole report."""
        return sum(result.report is None or not result.report["complete"] for result in self.results.results)


def finish_class(
    entries: Sequence[Entry],
    options: GradingOptions,
    rubric: Rubric,
    folder: Path,
    failed: Mapping[str, Outcome],
    around: Around,
    language: str,
    *,
    anonymize: bool = False,
) -> Finished:
    """Write the reports of a class whose `entries` are in the journal of `folder`, or in `failed`.

    Anonymised, there are neither reports of students nor of what has changed.
    """
    circumstances = Circumstances.of(options, rubric)
    journal = Journal(folder / JOURNAL, circumstances)
    files = None if anonymize else StudentFiles(folder, language)
    deliver = files.write if files is not None else lambda _: None
    results = class_results(entries, options, rubric, journal, failed, around, language, deliver)
    page = write_class(results, folder, anonymize=anonymize)
    if files is None:
        return Finished(results, page, None)
    files.remove_others()
    last = folder / JOURNAL / LAST
    before, after = Snapshot.read(last), Snapshot.of(results, circumstances)
    changes = None if before is None else compared(before, after)
    if changes:  # else the last ones stay, for whoever hasn't seen them yet
        write_atomically(folder / CHANGES_JSON, render_json(changes, language))
        write_atomically(folder / CHANGES_PAGE, render_page(changes, language))
    if before != after:
        after.write(last)
    return Finished(results, page, changes)
