"""Teacher's report -> student's report: the evidence of hidden checks is taken out here, once, for every format.

It's an allow-list.  Each part of a report is built anew from what a student may see, so that a field that is added
one day stays the teacher's until somebody lets it through.  A student always sees each check's title, verdict and
points, what stands in the notebook (their answer in words, too) and what doesn't, and the nudge of a diagnosis.  Of a
hidden check they see nothing else, or, where the rubric says ``actual-only``, what their own code gave: never what it
was called with, nor what was expected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from grader.checks.free_text import answer_in
from grader.checks.supporting import is_right_alone
from grader.model import (
    CheckGrade,
    Diagnosis,
    Disclosure,
    Edition,
    Excerpt,
    Figure,
    Finding,
    Forfeit,
    FormGrade,
    GradeReport,
    ItemGrade,
    Text,
    Verdict,
)

__all__ = ["redact"]


def redact(report: GradeReport, edition: Edition) -> GradeReport:
    """`report` as those whom `edition` is for may see it.  A student's edition stays one."""
    if edition is Edition.TEACHER or report.edition is Edition.STUDENT:
        return report
    return GradeReport(
        assignment=report.assignment,
        title=report.title,
        submission_name=report.submission_name,
        submission_sha256=report.submission_sha256,
        complete=report.complete,
        points=report.points,
        max_points=report.max_points,
        seed=report.seed,
        isolation=report.isolation,
        duration_seconds=report.duration_seconds,
        items=tuple(_item(item, report.findings) for item in report.items),
        # They come from running the cells, before anything was asked.
        findings=tuple(Finding(f.level, f.message, f.cell, f.details) for f in report.findings),
        grader_version=report.grader_version,
        edition=Edition.STUDENT,
    )


def _item(item: ItemGrade, findings: Iterable[Finding]) -> ItemGrade:
    checks = tuple(map(_check, item.checks))
    return ItemGrade(
        id=item.id,
        title=item.title,
        points=item.points,
        max_points=item.max_points,
        state=item.state,
        form=item.form,
        found_as=item.found_as,
        checks=checks,
        diagnosis=_diagnoses(item, checks, findings),
        follow_through=item.follow_through,
        # Of the student's own code: calls that were seen in it, and how its parameters were read.
        forfeit=Forfeit(item.forfeit.part, item.forfeit.reason) if item.forfeit is not None else None,
        other_forms=tuple(FormGrade(o.form, o.found_as, o.points) for o in item.other_forms),
        notes=item.notes,
        excerpts=tuple(e for e in item.excerpts if e.name or _is_at_a_place(e, checks)),
    )


def _is_at_a_place(excerpt: Excerpt, checks: Iterable[CheckGrade]) -> bool:
    """Lines around a place tell that a check stopped there."""
    return any(check.place is not None and excerpt.holds(check.place) for check in checks)


def _check(check: CheckGrade) -> CheckGrade:
    if check.disclosure is Disclosure.FULL:
        return check
    actual = check.disclosure is Disclosure.ACTUAL_ONLY
    return CheckGrade(
        id=check.id,
        title=check.title,
        verdict=check.verdict,
        points=check.points,
        max_points=check.max_points,
        hidden=True,
        message=_what_came_back(check) if actual else _of_the_notebook(check),
        shows_actual=actual,
        place=check.place if actual else None,
        figure=_without_expected(check.figure) if actual and check.figure is not None else None,
    )


def _of_the_notebook(check: CheckGrade) -> Text | None:
    """A message that tells nothing of how it's checked: what the notebook lacks, the student's answer in words, or the
    claim of another check that would make this one count.
    """
    if check.verdict is Verdict.MISSING or is_right_alone(check.message):
        return check.message
    return check.message if check.message is not None and answer_in(check.message) is not None else None


def _what_came_back(check: CheckGrade) -> Text | None:
    """The part of a message that is about the student's own answer.

    By the names of its values, which mean the same in every message: ``got`` came back, ``type``, ``error``, ``cell``,
    ``line`` and ``code`` are those of an exception of theirs.
    """
    values = dict(check.message.values) if check.message is not None else {}
    own = {name: values[name] for name in _OWN if name in values and not isinstance(values[name], Text)}
    if check.verdict is Verdict.RAISED and {"type", "error"} <= set(own):
        if {"cell", "line", "code"} <= set(own):
            return Text("{type} in cell {cell}, line {line}: {error}\n    {code}", _only(own, *_OWN[1:]))
        return Text("{type}: {error}", _only(own, "type", "error"))
    if check.verdict is Verdict.WRONG and "got" in own:
        return Text("What came back: {got}.", _only(own, "got"))
    return _of_the_notebook(check)


_OWN = ("got", "type", "error", "cell", "line", "code")


def _only(values: dict[str, str | int | float | Text], *names: str) -> dict[str, str | int | float | Text]:
    return {name: values[name] for name in names if name in values}


def _without_expected(figure: Figure) -> Figure:
    """Which numbers are wrong would tell the right ones of a mask."""
    nowhere = tuple(tuple(False for _ in row) for row in figure.got)
    return Figure(figure.role, figure.part, figure.shape, figure.corner, figure.got, None, nowhere)


def _diagnoses(item: ItemGrade, shown: Iterable[CheckGrade], findings: Iterable[Finding]) -> tuple[Diagnosis, ...]:
    """Those that say nothing of a hidden check's case.

    The course's own words on a known mistake are the same for every input.  What was measured (a factor, two shapes) is
    let through only where a message or a line of code that the student sees anyway has it too.
    """
    if not any(c.hidden and c.points < c.max_points for c in item.checks):
        return item.diagnosis
    seen = [check.message for check in shown if check.message is not None]
    seen += [finding.message for finding in findings]
    told = {value for text in seen for value in _values(text)}
    names = {name for e in item.excerpts if e.name for line in e.lines for name in re.findall(r"[^\W\d]\w*", line)}
    return tuple(
        Diagnosis(d.id, d.title, d.hint, d.cause)
        for d in item.diagnosis
        if all(_is_told(value, told) or value in names for t in (d.title, d.hint, d.cause) for value in _values(t))
    )


def _is_told(value: str, told: Iterable[str]) -> bool:
    return any(re.search(rf"(?<!\w){re.escape(value)}(?!\w)", other) for other in told)


def _values(text: Text | None) -> Iterator[str]:
    """What is filled into `text`, at any depth."""
    for value in text.values.values() if text is not None else ():
        if isinstance(value, Text):
            yield from _values(value)
        else:
            yield str(value)
