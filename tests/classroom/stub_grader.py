"""Stands for the processes that grade: a report by the rubric, made of the submission's own words, in no time.

A notebook's source says which checks pass: ``fails softmax/stable attention/scaled``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from grader.choosing import chosen_items, read_rubric
from grader.classroom import run
from grader.classroom.record import packed
from grader.classroom.schedule import Task
from grader.classroom.worker import GradingOptions, Outcome
from grader.errors import UnreadableSubmission
from grader.intake.notebook import submission_from
from grader.model import CheckResult, GradeReport, Item, ItemGrade, ItemState, Rubric, Text, Verdict
from grader.score import FormResults, item_grade
from tests.classroom.trees import notebook

__all__ = ["StubGrader", "failing", "graded_by"]


def failing(*checks: str, also: str = "") -> bytes:
    return notebook(f"# fails {' '.join(checks)} {also}")


def graded_by(rubric: Rubric, name: str, data: bytes, options: GradingOptions) -> GradeReport:
    submission = submission_from(data, name)
    words = submission.source.split()
    items = tuple(_judged(item, words) for item in chosen_items(rubric, options.only))
    return GradeReport(
        assignment=rubric.assignment,
        title=rubric.title,
        submission_name=name,
        submission_sha256=submission.sha256,
        complete=all(item.state is not ItemState.UNGRADABLE for item in items),
        points=sum((item.points for item in items), Fraction(0)),
        max_points=sum((item.max_points for item in items), Fraction(0)),
        seed=options.seed,
        isolation="full",
        duration_seconds=0.0,
        items=items,
        findings=(),
        grader_version="0",
    )


def _judged(item: Item, words: list[str]) -> ItemGrade:
    results = {}
    for entry in item.checks:
        wrong = f"{item.id}/{entry.id}" in words
        message = Text("{got} came back of {id}", {"got": "7", "id": entry.id}) if wrong else None
        results[entry.id] = CheckResult(entry.id, Verdict.WRONG if wrong else Verdict.PASSED, message)
    return item_grade(item, [FormResults(item.id, {item.id: "f"}, results, {})])


class StubGrader:
    """In place of this machine's processes; `graded` are the hashes that it was given, in order."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.graded: list[str] = []
        self.fails: set[str] = set()  # names of files at which the machine itself fails
        monkeypatch.setattr(run, "on_this_machine", self.on_this_machine)

    def on_this_machine(
        self, options: GradingOptions, tasks: Iterable[Task], jobs: int, lost: Text, watch: object = None
    ) -> Iterator[tuple[Task, Outcome]]:
        rubric = read_rubric(Path(options.rubric))
        for task in tasks:
            self.graded.append(task.key)
            if task.name in self.fails:
                yield task, Outcome(failure=lost, seconds=1)
                continue
            try:
                report = graded_by(rubric, task.name, task.read(), options)
            except UnreadableSubmission as error:
                yield task, Outcome(failure=error.args[0], unreadable=True)
                continue
            language = json.loads(task.read())["metadata"].get("grader", {}).get("language", "")
            yield task, Outcome(json.dumps(packed(report)), None, False, report.complete, language, seconds=1)
