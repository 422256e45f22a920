"""The report as results.json of a PrairieLearn external grader, one test for each item.

The format is described at https://prairielearn.readthedocs.io/en/latest/externalGrading/.  PrairieLearn shows messages
and outputs with ANSI colours turned into HTML; there are none in these.  A report that isn't complete isn't
``gradable``: the attempt then doesn't count, and there is no score.
"""

from __future__ import annotations

from typing import Any

from grader.model import GradeReport, ItemGrade
from grader.reports import brief, sentences
from grader.reports.inert import visible
from grader.reports.json import written
from grader.reports.language import say, title_in
from grader.reports.wording import STATES, rounded

__all__ = ["render"]


def render(report: GradeReport, lang: str) -> str:
    """`report` in `lang`; the score is the part of the points that was earned, from 0 to 1."""
    results: dict[str, Any] = {"gradable": report.complete}
    if report.complete:
        part = report.points / report.max_points if report.max_points else report.points
        results["score"] = float(part)
    else:
        results["format_errors"] = [sentences.in_plain_text(sentences.not_complete(), lang)]
    results |= {
        "message": brief.overview(report, lang),
        "tests": [_test(report, item, lang) for item in report.items],
    }
    return written(results)


def _test(report: GradeReport, item: ItemGrade, lang: str) -> dict[str, Any]:
    # With a test that has no points PrairieLearn shows none of any: right for a report that isn't complete.
    points = {"points": rounded(item.points), "max_points": rounded(item.max_points)} if report.complete else {}
    return {
        "name": visible(title_in(item.title, lang)),
        "description": say(STATES[item.state], lang),
        **points,
        "output": brief.words(report, item, lang),
    }
