"""The report as Classroom 50's result.json, one test for each item (https://github.com/foundation50/classroom50).

Its points are whole numbers.  Where a rubric's aren't, all are multiplied by what makes them whole; what was earned is
rounded so that the tests add up to the score (the largest remainder first), and the exact points stand beside it.

What says whose result it is (``classroom``, ``submission``, ``commit``, ...) is in the environment of the job and not
in the report: ``docs/classroom50-autograder.py`` adds it.  A report that isn't complete has no score, so that the
runner refuses it, which is an infrastructure error there and never a grade.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from grader.model import GradeReport, ItemGrade
from grader.reports import brief, sentences
from grader.reports.inert import visible
from grader.reports.json import written
from grader.reports.language import title_in
from grader.reports.wording import rounded

__all__ = ["SCHEMA", "render", "whole_points"]

SCHEMA = "classroom50/result/v1"


def render(report: GradeReport, lang: str) -> str:
    """`report` in `lang`, without the keys that the job's environment gives."""
    scale = math.lcm(*(item.max_points.denominator for item in report.items), report.max_points.denominator)
    scores = whole_points([(item.points * scale, item.max_points * scale) for item in report.items])
    tests = [_test(report, item, score, scale, lang) for item, score in zip(report.items, scores, strict=True)]
    # Their sum, and not the rounded total: the runner's readers add the tests up.
    score = {"score": sum(scores)} if report.complete else {}
    result: dict[str, Any] = {
        "schema": SCHEMA,
        **score,
        "max-score": int(report.max_points * scale),
        "tests": tests,
        "complete": report.complete,
        "exact-score": rounded(report.points) if report.complete else None,
        "exact-max-score": rounded(report.max_points),
        "open-points": rounded(sum((sentences.still_open(item) for item in report.items), Fraction(0))),
        "summary": brief.overview(report, lang),
        "submission-sha256": report.submission_sha256,
        "seed": report.seed,
        "isolation": report.isolation,
        "grader-version": report.grader_version,
    }
    return written(result)


def _test(report: GradeReport, item: ItemGrade, score: int, scale: int, lang: str) -> dict[str, Any]:
    points = {"score": score} if report.complete else {}
    return {
        "test-name": visible(title_in(item.title, lang)).strip() or item.id,
        "passed": report.complete and item.points == item.max_points,
        **points,
        "max-score": int(item.max_points * scale),
        "exact-score": rounded(item.points) if report.complete else None,
        "open-points": rounded(sentences.still_open(item)),
        "item": item.id,
        "state": item.state.value,
        "output": brief.words(report, item, lang),
    }


def whole_points(points: Sequence[tuple[Fraction, Fraction]]) -> list[int]:
    """Whole numbers for what was earned of each maximum, which add up to the rounded sum.

    The largest remainders are rounded up first, but one that would then look like its whole maximum only if there is no
    other; and less than everything never adds up to everything.
    """
    earned = sum((own for own, _ in points), Fraction(0))
    limit = sum((most for _, most in points), Fraction(0))
    wanted = math.floor(earned + Fraction(1, 2))
    if wanted >= limit > earned:
        wanted = math.floor(earned)
    whole = [math.floor(own) for own, _ in points]

    def rank(at: int) -> tuple[bool, Fraction]:
        own, most = points[at]
        return whole[at] + 1 >= most, -(own - whole[at])

    open_ones = sorted((at for at, (own, _) in enumerate(points) if own > whole[at]), key=rank)
    for at in open_ones[: wanted - sum(whole)]:
        whole[at] += 1
    return whole
