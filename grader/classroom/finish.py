"""The end of a class's grading: what the journal has -> all files of the folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.classroom.changes import Changes, Snapshot, compared
from grader.classroom.journal import Circumstances, Journal, remove_leftovers, write_atomically
from grader.classroom.reports.changes import render_json, render_page
from grader.classroom.results import ClassResults
from grader.classroom.run import Entry
from grader.classroom.tally import Around, Tally
from grader.classroom.worker import GradingOptions, Outcome
from grader.classroom.writing import StudentFiles, write_class
from grader.model import Rubric

__all__ = ["JOURNAL", "Finish", "Finished"]

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


class Finish:
    """A class's folder, from the first report on: `graded` may be told of each, and `write` puts all of it down.

    Anonymised, there are neither reports of students nor of what has changed.
    """

    def __init__(
        self,
        entries: Sequence[Entry],
        options: GradingOptions,
        rubric: Rubric,
        folder: Path,
        language: str,
        *,
        anonymize: bool = False,
    ) -> None:
        self.folder, self.language, self.anonymize = folder, language, anonymize
        self.circumstances = Circumstances.of(options, rubric)
        self.journal = Journal(folder / JOURNAL, self.circumstances)
        self._files = None if anonymize else StudentFiles(folder)
        deliver = self._files.write if self._files is not None else lambda _: None
        self._tally = Tally(entries, options, rubric, self.journal, language, deliver)

    def graded(self, sha256: str, outcome: Outcome) -> None:
        self._tally.add(sha256, outcome)

    def write(self, failed: Mapping[str, Outcome], around: Around) -> Finished:
        """The reports of a class whose submissions are all in the journal, or in `failed`."""
        results = self._tally.results(failed, around)
        page = write_class(results, self.folder, anonymize=self.anonymize)
        if self._files is None:
            return Finished(results, page, None)
        self._files.remove_others()
        for each in (self.folder, self._files.students, self._files.feedback):
            remove_leftovers(each)
        last = self.folder / JOURNAL / LAST
        before, after = Snapshot.read(last), Snapshot.of(results, self.circumstances)
        changes = None if before is None else compared(before, after)
        if changes:  # else the last ones stay, for whoever hasn't seen them yet
            write_atomically(self.folder / CHANGES_JSON, render_json(changes, self.language))
            write_atomically(self.folder / CHANGES_PAGE, render_page(changes, self.language))
        if before != after:
            after.write(last)
        return Finished(results, page, changes)
