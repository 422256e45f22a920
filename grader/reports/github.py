"""The report for a job of GitHub Actions: annotations, then the summary of the step in Markdown.

Lines that start with "::" are commands to the runner, and no other line is one; the rest is the Markdown of
:mod:`grader.reports.md`.  So ``grep '^::'`` and ``grep -v '^::'`` part the two.

The runner takes a line for a command when it starts with "::" after spaces, or holds "##[" anywhere (ActionCommand.cs
of actions/runner).  A student's text is never first in a line here, and can't hold the other (`inert.visible`).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Literal, NamedTuple, TypeAlias

from grader.model import GradeReport, ItemGrade, Level, Text, Verdict
from grader.reports import md, sentences
from grader.reports.inert import harmless_line, visible
from grader.reports.language import say, title_in
from grader.reports.wording import open_points

__all__ = ["MOST_OF_A_KIND", "render"]

MOST_OF_A_KIND = 10  # GitHub shows no more of one step
MOST_CHARACTERS = 4_000
MOST_IN_TITLE = 200

_Kind: TypeAlias = Literal["error", "warning", "notice"]


class _Annotation(NamedTuple):
    kind: _Kind
    title: str
    message: str


def render(report: GradeReport, lang: str) -> str:
    """`report` in `lang`: at most ten annotations of a kind, what cost most first, then the summary."""
    annotations = list(_annotations(report, lang))
    commands = [
        _command(annotation, report.submission_name)
        for kind in ("error", "warning", "notice")
        for annotation in _fewer([a for a in annotations if a.kind == kind], lang)
    ]
    summary = md.render(report, lang).split("\n")
    return "\n".join([*commands, "", *map(harmless_line, summary)])


def _annotations(report: GradeReport, lang: str) -> Iterator[_Annotation]:
    total = "; ".join(say(part, lang) for part in sentences.total(report))
    yield _Annotation("notice", title_in(report.title, lang), total)
    if not report.complete:
        yield _Annotation("warning", title_in(report.title, lang), say(sentences.not_complete(), lang))
    for item in sorted(report.items, key=_lost, reverse=True):  # stable: the rubric's order among equals
        kind = _kind(item)
        if kind is not None:
            yield _Annotation(kind, say(sentences.heading(item, lang), lang, visible), _message(item, lang))
    for finding in report.findings:
        if finding.level is Level.ERROR:
            message = sentences.in_plain_text(finding.message, lang)
            yield _Annotation("warning", say(sentences.level(finding), lang), message)


def _lost(item: ItemGrade) -> Fraction:
    return item.max_points - item.points - sentences.still_open(item)


def _kind(item: ItemGrade) -> _Kind | None:
    """An error is the student's; what is open isn't."""
    if _lost(item) > 0:
        return "error"
    if open_points(item, Verdict.UNGRADABLE):
        return "warning"
    return "notice" if open_points(item, Verdict.FOR_REVIEW) else None


def _message(item: ItemGrade, lang: str) -> str:
    lines: list[str] = []
    for group in sentences.failures(item.checks, lang):
        lines += [f"- {sentences.in_plain_text(claim, lang)}" for claim in sentences.claims(group, item)]
        if group[0].message is not None:
            lines.append(sentences.in_plain_text(group[0].message, lang))
    for label, paragraphs in sentences.words_on(item):
        said = "\n".join(sentences.in_plain_text(text, lang) for text in paragraphs)
        lines.append(f"{say(label, lang)}: {said}")
    return "\n".join(lines)


def _fewer(annotations: list[_Annotation], lang: str) -> list[_Annotation]:
    if len(annotations) <= MOST_OF_A_KIND:
        return annotations
    kept = annotations[: MOST_OF_A_KIND - 1]
    more = Text("... and {count} more, which the JSON report lists.", {"count": len(annotations) - len(kept)})
    return [*kept, _Annotation(annotations[0].kind, "...", say(more, lang))]


def _command(annotation: _Annotation, file: str) -> str:
    """One line for the runner.

    There is no line number: those inside a notebook's JSON help nobody, so messages name cells.
    """
    properties = {"file": visible(file).strip(), "title": visible(annotation.title)[:MOST_IN_TITLE]}
    given = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value)
    message = "\n".join(harmless_line(line) for line in annotation.message[:MOST_CHARACTERS].split("\n"))
    return f"::{annotation.kind} {given}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
