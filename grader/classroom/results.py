"""What a class's grading gives: plain data, from which the class's reports are made.

A submission's report is the JSON of ``docs/report-json.md``, or what a class's reports need of it (`needed`): thousands
of whole ones would fill the memory.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from grader.recognise import ANOTHER

__all__ = ["Attention", "ClassResults", "Result", "another_of", "findings_needed", "needed"]


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

    `source` is where it came from (a path, ``archive.zip!member``); `failure` says why there's no report, and
    `unreadable` that the file itself is to blame.
    """

    student: str
    name: str
    source: str
    sha256: str
    report: Mapping[str, Any] | None
    failure: str = ""
    unreadable: bool = False


@dataclass(frozen=True)
class ClassResults:
    """`items` are the rubric's, each with ``id``, ``title`` and ``max_points``; `results` are in the order of students.

    `missing` are students of the roster without a submission, with their `missing_names`.  `seconds` by student are the
    time of grading: they stand in no file that a resumed run must reproduce.
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
    missing_names: Mapping[str, str] = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)


TOLD = frozenset(
    {
        *("raised", "timed_out", "out_of_memory", "crashed", "flooded"),
        *("for_review", "decided", "ungradable"),
    }
)
"""Verdicts of which a class's reports say more than the points do."""


# Of an answer that waits for the teacher, the class's page shows so many characters; `to_review.csv` has all.
LONGEST_ANSWER = 240
# A class's reports name so many cells of a notebook that stopped.
MOST_STOPPED = 5


def needed(
    report: Mapping[str, Any], known: dict[str, Mapping[str, Any]], asked: Mapping[str, str] = MappingProxyType({})
) -> dict[str, Any]:
    """What a class's reports need of a submission's `report`.

    `known` holds what several reports say alike, the words on a known mistake, so that it's in memory once.  `asked`
    are, by item, the answers that wait for the teacher.
    """
    return {
        **{key: report[key] for key in ("language", "complete", "points", "max_points", "isolation")},
        "items": [_item(item, known, asked.get(item["id"], "")) for item in report["items"]],
        "findings": findings_needed(report),
    }


def findings_needed(report: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Which cells stopped and how, and which other assignment the notebook is likely to be for."""
    stopped = [
        {
            "level": finding["level"],
            "cell": finding.get("cell"),
            "details": {key: text for key, text in finding.get("details", {}).items() if key in ("ending", "unread")},
        }
        for finding in report["findings"]
        if finding["level"] == "error" or "unread" in finding.get("details", {})
    ][:MOST_STOPPED]
    another = [
        {"level": finding["level"], "details": {ANOTHER: finding["details"][ANOTHER]}}
        for finding in report["findings"]
        if ANOTHER in finding.get("details", {})
    ]
    return [*stopped, *another[:1]]


def another_of(report: Mapping[str, Any] | None) -> str | None:
    """The assignment that the notebook of `report` is likely to be for, and wasn't graded by."""
    findings = () if report is None else report["findings"]
    return next((str(f["details"][ANOTHER]) for f in findings if ANOTHER in f.get("details", {})), None)


def _item(item: Mapping[str, Any], known: dict[str, Mapping[str, Any]], asked: str) -> dict[str, Any]:
    checks = [
        {key: check[key] for key in ("id", "verdict", "points", "max_points")}
        for check in item["checks"]
        if check["verdict"] in TOLD
    ]
    return {
        **{key: item[key] for key in ("id", "points", "max_points", "state")},
        "checks": checks,
        "diagnosis": [
            known.setdefault("\0".join(str(part) for part in entry.values()), entry) for entry in item["diagnosis"]
        ],
        "forfeit": None if item["forfeit"] is None else {},
        "follow_through": None if item["follow_through"] is None else "",
        "asked": textwrap.shorten(asked, LONGEST_ANSWER, placeholder="..."),
    }
