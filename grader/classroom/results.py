"""What a class's grading gives: plain data, as it lies on disk between two runs.

A submission's report is the JSON of ``docs/report-json.md``, without what differs between two runs of the same
(``duration_seconds``): so that a run that was broken off and resumed ends in the same bytes as one that wasn't.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Attention", "ClassResults", "Result"]


@dataclass(frozen=True)
class Attention:
    """Something that a person must look at: `kind` for programs (``no_notebook``, ``several``, ``not_graded``, ...),
    `text` for people, in the class report's language; `student` where it's one's.
    """

    kind: str
    text: str
    student: str = ""
    sources: tuple[str, ...] = ()


@dataclass(frozen=True)
class Result:
    """One student's submission and its report; `report` is None where it couldn't be graded, never a zero.

    `source` is where it came from (a path, ``archive.zip!member``); `failure` says why there's no report.
    """

    student: str
    name: str
    source: str
    sha256: str
    report: Mapping[str, Any] | None
    failure: str = ""


@dataclass(frozen=True)
class ClassResults:
    """`items` are the rubric's, each with ``id``, ``title`` and ``max_points``; `results` are in the order of students.

    `missing` are students of the roster without a submission.  `seconds` by student are the time of grading: they
    stand in no file that a resumed run must reproduce.
    """

    assignment: str
    title: str
    language: str
    max_points: float
    seed: int
    grader_version: str
    items: tuple[Mapping[str, Any], ...]
    results: tuple[Result, ...]
    attention: tuple[Attention, ...] = ()
    missing: tuple[str, ...] = ()
    seconds: Mapping[str, float] = field(default_factory=dict)
