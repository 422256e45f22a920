"""The end of a class's grading: what the journal has -> all files of the folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.classroom import review_table
from grader.classroom.awards import Awards
from grader.classroom.changes import Changes, Snapshot, compared
from grader.classroom.journal import JOURNAL, Circumstances, Journal, remove_leftovers, write_atomically
from grader.classroom.reports.changes import render_json, render_page
from grader.classroom.results import ClassResults
from grader.classroom.run import Entry
from grader.classroom.shards import Class, GradedClass, Shard
from grader.classroom.standings import rows
from grader.classroom.tally import Around, Tally
from grader.classroom.worker import GradingOptions, Outcome
from grader.classroom.writing import StudentFiles, write_class
from grader.model import Rubric

__all__ = ["JOURNAL", "Finish", "Finished"]

LAST = "last.json"
CHANGES_PAGE, CHANGES_JSON = "changes.html", "changes.json"


@dataclass(frozen=True)
class Finished:
    """`page` is the class's report for people; `changes` is None in a folder's first run.

    `table` is what the teacher fills in (`grader.classroom.review_table`); None where nothing is to be decided.
    """

    results: ClassResults
    page: Path
    changes: Changes | None
    table: Path | None = None

    @property
    def waiting(self) -> int:
        """Answers that nobody has decided on yet."""
        return sum("for_review" in cell.flags for row in rows(self.results) for cell in row.cells)

    @property
    def open_ones(self) -> int:
        """Students with a submission and without a whole report."""
        return sum(result.report is None or not result.report["complete"] for result in self.results.results)


class Finish:
    """A class's folder, from the first report on: `graded` may be told of each, and `write` puts all of it down.

    Anonymised, there are neither reports of students nor of what has changed.  `awards` are the points that the teacher
    gave, by default those that lie in the folder.
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
        awards: Awards | None = None,
    ) -> None:
        self._awards_before = Awards() if anonymize else Awards.read(folder)
        self._awards = self._awards_before if awards is None else awards
        self.folder, self.language, self.anonymize = folder, language, anonymize
        self.circumstances = Circumstances.of(options, rubric)
        self.journal = Journal(folder / JOURNAL, self.circumstances)
        self._files = None if anonymize else StudentFiles(folder)
        deliver = self._files.write if self._files is not None else lambda _: None
        self._tally = Tally(entries, options, rubric, self.journal, language, deliver, self._awards)
        self._of_class = (list(entries), options, rubric)

    def graded(self, sha256: str, outcome: Outcome) -> None:
        self._tally.add(sha256, outcome)

    def write(self, failed: Mapping[str, Outcome], around: Around) -> Finished:
        """The reports of a class whose submissions are all in the journal, or in `failed`."""
        if self._awards != self._awards_before:  # first: whatever ends this run, the next one has them
            self._awards.write(self.folder)
        results = self._tally.results(failed, around)
        page = write_class(results, self.folder, anonymize=self.anonymize)
        if self._files is None:
            return Finished(results, page, None)
        entries, options, rubric = self._of_class
        whole = Class.of(rubric.assignment, self.language, options, entries, around)
        GradedClass(rubric.path, Shard(1, 1, self.circumstances, whole, dict(failed))).write(self.folder)
        table = review_table.write(self.folder, self._tally.for_review, self._awards_before, self._awards)
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
        return Finished(results, page, changes, table)
