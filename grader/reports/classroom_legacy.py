"""The report as the result of a runner of the retired GitHub Classroom: JSON in base64, one test for each item.

Actions of ``classroom-resources/autograding-*`` and tools that outlived Classroom (Classmoji) pass this on as a step's
output ``result``; ``autograding-grading-reporter`` adds up the tests' scores, and prints names and messages into the
log.

A report that isn't complete has no points to earn there (``max_score`` 0, no scores): the reporter then notifies nobody
of a grade, and fails.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from grader.model import GradeReport, ItemGrade, ItemState
from grader.reports import brief
from grader.reports.inert import harmless_line, visible
from grader.reports.language import title_in
from grader.reports.wording import rounded

__all__ = ["render"]

VERSION = 1


def render(report: GradeReport, lang: str) -> str:
    """`report` in `lang` as one line of base64."""
    passed = report.complete and report.points == report.max_points
    result = {
        "version": VERSION,
        "status": "error" if not report.complete else "pass" if passed else "fail",
        "max_score": rounded(report.max_points) if report.complete else 0,
        "tests": [_test(report, item, lang) for item in report.items],
    }
    # ASCII, so that its reader need not know an encoding.
    return base64.b64encode(json.dumps(result, allow_nan=False).encode("ascii")).decode("ascii") + "\n"


def _test(report: GradeReport, item: ItemGrade, lang: str) -> dict[str, Any]:
    status = "pass" if item.points == item.max_points else "fail"
    score = {"score": rounded(item.points)} if report.complete else {}
    return {
        "name": harmless_line(visible(title_in(item.title, lang))),
        "status": "error" if item.state is ItemState.UNGRADABLE or not report.complete else status,
        **score,
        "message": brief.words(report, item, lang),
        "test_code": item.id,
        "filename": "",
        "line_no": 0,
        "duration": 0,
    }
