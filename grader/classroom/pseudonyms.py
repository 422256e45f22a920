"""A class without its names: for a colleague, a seminar or a paper."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from grader.classroom.results import Attention, ClassResults, Result, findings_needed

__all__ = ["anonymized", "pseudonyms"]


def pseudonyms(results: ClassResults) -> dict[str, str]:
    """``A001``, ``A002``, ... by student: the same whenever the same students are graded in the same assignment.

    They go by a digest of the id, so their order isn't that of the names.  Who has the list of students can work them
    out: they hide names from readers, and aren't a secret from the class's own teachers.
    """
    students = {result.student for result in results.results} | {*results.missing}
    students |= {entry.student for entry in results.attention if entry.student}
    digits = max(3, len(str(len(students))))
    order = sorted(students, key=lambda student: _digest(results.assignment, student))
    return {student: f"A{number:0{digits}d}" for number, student in enumerate(order, 1)}


def _digest(assignment: str, student: str) -> bytes:
    return hashlib.sha256(f"{assignment}\0{student}".encode(errors="surrogatepass")).digest()


def anonymized(results: ClassResults) -> ClassResults:
    """`results` with pseudonyms, in their order, and without anything that a student or a file system has written.

    A format is given no more than this, so that none of them can forget to leave a name out.
    """
    known_as = pseudonyms(results)
    return replace(
        results,
        results=tuple(
            sorted((_result(result, known_as) for result in results.results), key=lambda result: result.student)
        ),
        attention=tuple(
            sorted(
                (Attention(entry.kind, "", known_as.get(entry.student, "")) for entry in results.attention),
                key=lambda entry: (entry.kind, entry.student),
            )
        ),
        missing=tuple(sorted(known_as[student] for student in results.missing)),
        missing_names={},
        seconds={known_as[student]: spent for student, spent in results.seconds.items() if student in known_as},
    )


def _result(result: Result, known_as: Mapping[str, str]) -> Result:
    report = None if result.report is None else _report(result.report)
    return Result(known_as[result.student], "", "", "", report, unreadable=result.unreadable)


def _report(report: Mapping[str, Any]) -> dict[str, Any]:
    """What the class's reports need of it; ids and numbers are the course's and ours."""
    return {
        **{key: report[key] for key in ("language", "complete", "points", "max_points", "isolation")},
        "items": [_item(item) for item in report["items"]],
        "findings": findings_needed(report),
    }


def _item(item: Mapping[str, Any]) -> dict[str, Any]:
    checks = [{key: check[key] for key in ("id", "verdict", "points", "max_points")} for check in item["checks"]]
    return {
        **{key: item[key] for key in ("id", "points", "max_points", "state")},
        "checks": checks,
        "diagnosis": [_diagnosis(entry) for entry in item["diagnosis"]],
        "forfeit": None if item["forfeit"] is None else {},
        "follow_through": None if item["follow_through"] is None else "",
    }


def _diagnosis(entry: Mapping[str, Any]) -> dict[str, Any]:
    """A known mistake's words are the course's; a symptom's may quote the student's code."""
    if "/" in entry["id"]:
        return {key: entry[key] for key in ("id", "title", "cause", "hint")}
    return {"id": entry["id"], "title": entry["id"], "cause": None, "hint": ""}
