"""What the journal has, put together to the results of a class.

No more of a class is in memory than what its own reports show: each submission's report is read from the journal, goes
to whoever writes it, and is forgotten.  That is done while others are still being graded, wherever it can.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from grader import __version__
from grader.classroom.awards import Awards, ForReview, for_review, with_awards
from grader.classroom.journal import Journal, Kept
from grader.classroom.results import Attention, ClassResults, Result, needed
from grader.classroom.run import LOST, Entry
from grader.classroom.worker import GradingOptions, Outcome
from grader.model import GradeReport, Rubric, Text
from grader.reports import FORMATS
from grader.reports.inert import visible
from grader.reports.language import say, title_in
from grader.reports.wording import rounded

__all__ = ["Around", "Graded", "Tally"]


@dataclass(frozen=True)
class Graded:
    """One student's report, and as `text` for the teacher's programs; `language` is that of the student."""

    entry: Entry
    report: GradeReport
    text: str
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
    missing_names: Mapping[str, str] = field(default_factory=dict)


class Tally:
    """The rows of a class as they come; `deliver` is given each student's whole report, which nobody keeps.

    `awards` are the points that the teacher gave.
    """

    def __init__(
        self,
        entries: Iterable[Entry],
        options: GradingOptions,
        rubric: Rubric,
        journal: Journal,
        language: str,
        deliver: Callable[[Graded], None] = lambda _: None,
        awards: Awards | None = None,
    ) -> None:
        self.options, self.rubric, self.journal, self.language = options, rubric, journal, language
        self._deliver = deliver
        self._awards = awards or Awards()
        self._for_review: dict[str, tuple[ForReview, ...]] = {}
        self._void: dict[str, tuple[Text, ...]] = {}
        self._entries: dict[str, list[Entry]] = defaultdict(list)
        for entry in {entry.student: entry for entry in entries}.values():
            self._entries[entry.sha256].append(entry)
        self._results: dict[str, Result] = {}
        self._seconds: dict[str, float] = {}
        self._words: dict[str, Mapping[str, Any]] = {}

    def add(self, sha256: str, outcome: Outcome) -> None:
        """Of a submission that was graded just now."""
        self._add(sha256, self.journal.kept_now(outcome))

    def _add(self, sha256: str, kept: Kept) -> None:
        outcome, report = kept.outcome, kept.report_by(self.rubric)
        why = outcome.failure if report is None and outcome.failure is not None else LOST if report is None else None
        failure = "" if why is None else say(why, self.language, visible)
        for entry in self._entries[sha256]:
            found = None if report is None else self._delivered(entry, report, outcome.language)
            self._seconds[entry.student] = outcome.seconds
            self._results[entry.student] = Result(
                entry.student, entry.name, entry.source, sha256, found, failure, unreadable=outcome.unreadable
            )

    def _delivered(self, entry: Entry, report: GradeReport, language: str) -> dict[str, Any]:
        asked = tuple(for_review(report, entry.student, entry.name, entry.sha256, self.language))
        report, void = with_awards(report, entry.sha256, self._awards.of(entry.student))
        self._for_review[entry.student], self._void[entry.student] = asked, void
        own = replace(report, submission_name=entry.file_name)
        text = FORMATS["json"](own, self.language)
        self._deliver(Graded(entry, own, text, language if language in ("en", "es") else self.language))
        return needed(json.loads(text), self._words, {one.item: one.told for one in asked})

    @property
    def for_review(self) -> list[ForReview]:
        """What the teacher decides or has decided: all answers to one item together."""
        order = {item.id: at for at, item in enumerate(self.rubric.items)}
        found = [one for student in sorted(self._for_review) for one in self._for_review[student]]
        return sorted(found, key=lambda one: order[one.item])

    def _of_awards(self) -> list[Attention]:
        return [
            Attention("award", say(text, self.language), student)
            for student in sorted(self._void)
            for text in self._void[student]
        ]

    def results(self, failed: Mapping[str, Outcome], around: Around) -> ClassResults:
        """All of the class, in the order of the students; what wasn't added is taken from the journal, or `failed`."""
        for sha256, entries in self._entries.items():
            if entries[0].student not in self._results:
                kept = None if sha256 in failed else self.journal.find(sha256)
                self._add(sha256, kept or self.journal.kept_now(failed.get(sha256, Outcome(failure=LOST))))
        rows = {result.student: result for result in around.held} | self._results  # one of a student's may be held
        items = [item for item in self.rubric.items if not self.options.only or item.id in self.options.only]
        return ClassResults(
            assignment=self.rubric.assignment,
            title=title_in(self.rubric.title, self.language),
            language=self.language,
            max_points=float(rounded(sum((item.points for item in items), start=0 * self.rubric.max_points))),
            seed=self.options.seed,
            grader_version=__version__,
            items=tuple(
                {"id": i.id, "title": title_in(i.title, self.language), "max_points": rounded(i.points)} for i in items
            ),
            results=tuple(rows[student] for student in sorted(rows)),
            attention=(*around.attention, *self._of_awards()),
            missing=tuple(around.missing),
            missing_names=around.missing_names,
            seconds={student: self._seconds[student] for student in sorted(self._seconds)},
        )
