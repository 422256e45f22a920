"""Every page that the grader writes as HTML, as a function of texts that a student may have put anywhere."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from grader.classroom.changes import Change, Changes, ItemChange, Standing
from grader.classroom.reports import FORMATS as CLASS_FORMATS
from grader.classroom.reports.changes import render_page
from grader.model import Edition, GradeReport, Text
from grader.redact import redact
from grader.reports import FORMATS
from grader.reports.inert import visible
from grader.reports.lines import Span
from grader.student.html import of_lines
from tests.classroom.reports.sample_class import with_names
from tests.reports.hostile import report_full_of
from tests.reports.sample_report import report

__all__ = ["PAGES", "full_of_each"]


def full_of_each(texts: Sequence[str]) -> GradeReport:
    """A report with the items of `report_full_of` for each of `texts`."""
    reports = [report_full_of(text) for text in texts]
    whole = report(*(item for one in reports for item in one.items))
    findings = tuple(f for one in reports for f in one.findings)[:40]
    return dataclasses.replace(whole, findings=findings, submission_name=texts[-1])


def _report(edition: Edition, lang: str) -> Callable[[Sequence[str]], str]:
    return lambda texts: FORMATS["html"](redact(full_of_each(texts), edition), lang)


def _class(anonymize: bool) -> Callable[[Sequence[str]], str]:
    """One student for each text, in each way of standing in turn; their names, files and mistakes are that text."""

    def page(texts: Sequence[str]) -> str:
        classes = [with_names(text) for text in texts]
        results = tuple(
            replace(one.results[n % len(one.results)], student=f"s{n:03d}") for n, one in enumerate(classes)
        )
        told = tuple(entry for one in classes for entry in one.attention)
        some = replace(classes[0], title="t", items=with_names("i").items, results=results, attention=told, seconds={})
        return CLASS_FORMATS["html"](some, anonymize=anonymize)

    return page


def _changes(texts: Sequence[str]) -> str:
    def standing(text: str, points: float) -> Standing:
        return Standing(text, "0" * 64, "graded", points, {"softmax": points})

    items = (ItemChange("softmax", 1, 2),)
    why = [(Text("{x}", {"x": text}),) for text in texts]
    changed = tuple(
        Change(f"s{n}", text, standing(text, 1), standing(text, 2), items, why[n]) for n, text in enumerate(texts)
    )
    return render_page(Changes(tuple(one for (one,) in why), changed, 1), "en")


def _self_check(texts: Sequence[str]) -> str:
    """What `%grade` shows in a notebook is a part of a page."""
    lines = [(Span(visible(text)),) for text in texts]
    head = "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>t</title></head>"
    return f"{head}<body>{of_lines(lines)}</body></html>"


PAGES: Mapping[str, Callable[[Sequence[str]], str]] = {
    "report for teachers": _report(Edition.TEACHER, "en"),
    "report for students, in Spanish": _report(Edition.STUDENT, "es"),
    "class report": _class(anonymize=False),
    "anonymous class report": _class(anonymize=True),
    "what has changed": _changes,
    "in a notebook": _self_check,
}
