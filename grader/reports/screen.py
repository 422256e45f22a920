"""What a person reads on a terminal, as lines: scores first, then what went wrong and what to try."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.model import CheckGrade, GradeReport, ItemGrade, ItemState, Level, Text, Verdict
from grader.reports import sentences
from grader.reports.inert import visible
from grader.reports.language import say, title_in
from grader.reports.lines import Line, Span, Style, columns, fitted, paragraph, table
from grader.reports.wording import STATES

__all__ = ["MOST_FINDINGS", "MOST_MESSAGE_LINES", "lines"]

MOST_MESSAGE_LINES = 15  # one message never fills a screen; the JSON report has all of it
MOST_FINDINGS = 12

_STYLES: Mapping[ItemState, Style] = {
    ItemState.PASSED: "good",
    ItemState.PARTIAL: "partly",
    ItemState.FAILED: "bad",
    ItemState.MISSING: "bad",
    ItemState.FOR_REVIEW: "partly",
    ItemState.UNGRADABLE: "partly",
}
_LEVELS: Mapping[Level, Style] = {Level.INFO: "faint", Level.WARNING: "partly", Level.ERROR: "bad"}


def lines(report: GradeReport, lang: str, width: int) -> list[Line]:
    """The report in `lang`, for a terminal of `width` columns (at least 60)."""
    parts = [
        header(report, lang, width),
        items(report, lang, width),
        *(section(item, lang, width) for item in report.items if sentences.needs_words(item)),
        remarks(report, lang, width),
        findings(report, lang, width),
        closing(report, lang, width),
    ]
    blank: Line = ()
    return [line for part in parts if part for line in (*part, blank)][:-1]


def header(report: GradeReport, lang: str, width: int) -> list[Line]:
    rows: list[tuple[Text, str]] = [
        (Text("Submission"), f"{visible(report.submission_name)}  (sha256 {report.submission_sha256[:12]})"),
        (Text("Points"), "; ".join(say(part, lang) for part in sentences.total(report))),
        (Text("Isolation"), visible(report.isolation)),
        (Text("Seed"), str(report.seed)),
        (Text("Time"), say(Text("{seconds} s", {"seconds": format(report.duration_seconds, ".1f")}), lang)),
    ]
    labels = [say(label, lang) for label, _ in rows]
    margin = max(map(columns, labels)) + 2
    title = f"{visible(title_in(report.title, lang))} ({visible(report.assignment)})"
    made = paragraph(title, width, style="strong")
    for label, (_, value) in zip(labels, rows, strict=True):
        made += paragraph(value, width, lead=label + " " * (margin - columns(label)), lead_style="faint")
    return made


def items(report: GradeReport, lang: str, width: int) -> list[Line]:
    """The table: what each item earned, and what stands for it in the notebook."""
    titles = (Text("Item"), Text("State"), Text("Points"), Text("Found as"))
    rows = [tuple(Span(say(title, lang), "faint") for title in titles)]
    return table([*rows, *(_row(item, lang) for item in report.items)], width, right=(2,))


def _row(item: ItemGrade, lang: str) -> tuple[Span, ...]:
    names = ", ".join(dict.fromkeys(fitted(visible(name), 40) for name in item.found_as.values()))
    return (
        Span(visible(title_in(item.title, lang))),
        Span(say(STATES[item.state], lang), _STYLES[item.state]),
        Span(sentences.earned(item)),
        Span(names or "-", "faint"),
    )


def section(item: ItemGrade, lang: str, width: int) -> list[Line]:
    """One item: each failed check with what was seen, then what to try, then what was assumed."""
    made = paragraph(say(sentences.heading(item, lang), lang, visible), width, style="strong")
    if item.found_as and item.points < item.max_points:
        made += paragraph(say(sentences.found(item), lang, visible), width, indent=2, style="faint")
    for group in sentences.failures(item.checks, lang):
        made += failure(group, item, lang, width)
    if item.forfeit is not None:
        made += labelled(sentences.forfeited(item.forfeit), say(item.forfeit.reason, lang, visible), lang, width, "bad")
    for diagnosis in item.diagnosis:
        made += labelled(Text("Likely cause"), say(diagnosis.title, lang, visible), lang, width, "strong")
        if diagnosis.cause is not None:
            made += paragraph(say(diagnosis.cause, lang, visible), width, indent=4, most_lines=MOST_MESSAGE_LINES)
        made += labelled(Text("Try"), say(diagnosis.hint, lang, visible), lang, width, "good")
    if item.follow_through is not None:
        made += labelled(Text("Note"), say(item.follow_through, lang, visible), lang, width, "strong")
    for note in sentences.remarks_on(item):
        made += labelled(Text("Note"), say(note, lang, visible), lang, width, "faint")
    return made


def failure(group: Sequence[CheckGrade], item: ItemGrade, lang: str, width: int) -> list[Line]:
    """The claims of `group` with what each costs, and below them their one message."""
    first = group[0]
    waits = first.verdict in (Verdict.UNGRADABLE, Verdict.FOR_REVIEW)
    style: Style = "partly" if waits or any(map(sentences.decided_in_part, group)) else "bad"
    made: list[Line] = []
    for claim in sentences.claims(group, item):
        made += paragraph(say(claim, lang, visible), width, indent=2, lead="- ", style=style, lead_style=style)
    if first.message is not None:
        message = say(first.message, lang, visible)
        made += paragraph(message, width, indent=4, most_lines=MOST_MESSAGE_LINES)
    return made


def labelled(label: Text, text: str, lang: str, width: int, style: Style) -> list[Line]:
    lead = f"{say(label, lang)}: "
    return paragraph(text, width, indent=2, lead=lead, lead_style=style, most_lines=MOST_MESSAGE_LINES)


def remarks(report: GradeReport, lang: str, width: int) -> list[Line]:
    """What was assumed or noticed about the items that lost nothing."""
    made: list[Line] = []
    for item in report.items:
        for note in [] if sentences.needs_words(item) else sentences.remarks_on(item):
            text = Text("{title}: {note}", {"title": title_in(item.title, lang), "note": note})
            made += paragraph(say(text, lang, visible), width, indent=2, lead="- ", most_lines=MOST_MESSAGE_LINES)
    return made and [*paragraph(say(Text("Remarks"), lang), width, style="strong"), *made]


def findings(report: GradeReport, lang: str, width: int) -> list[Line]:
    """Cells that failed and the like.  They cost nothing by themselves."""
    if not report.findings:
        return []
    made = paragraph(say(Text("The notebook"), lang), width, style="strong")
    for finding in report.findings[:MOST_FINDINGS]:
        message = say(finding.message, lang, visible)
        lead = f"- {say(sentences.level(finding), lang)}: "
        made += paragraph(
            message, width, indent=2, lead=lead, lead_style=_LEVELS[finding.level], most_lines=MOST_MESSAGE_LINES
        )
    rest = len(report.findings) - MOST_FINDINGS
    if rest > 0:
        more = Text("... and {count} more, which the JSON report lists.", {"count": rest})
        made += paragraph(say(more, lang), width, indent=2)
    return made


def closing(report: GradeReport, lang: str, width: int) -> list[Line]:
    """What the reader must know before using the points."""
    return [
        line
        for text in sentences.closing(report, lang)
        for line in paragraph(say(text, lang, visible), width, lead="! ", lead_style="partly")
    ]
