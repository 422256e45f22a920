"""What a person reads on a terminal, as lines: scores first, then what went wrong and what to try."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from grader.model import CheckGrade, Forfeit, FormGrade, GradeReport, ItemGrade, ItemState, Level, Text, Verdict
from grader.reports.inert import visible
from grader.reports.language import say, title_in
from grader.reports.lines import Line, Span, Style, columns, fitted, paragraph, table
from grader.reports.wording import LEVELS, STATES, VERDICTS, number, open_points

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
        *(section(item, lang, width) for item in report.items if needs_words(item)),
        remarks(report, lang, width),
        findings(report, lang, width),
        closing(report, lang, width),
    ]
    blank: Line = ()
    return [line for part in parts if part for line in (*part, blank)][:-1]


def header(report: GradeReport, lang: str, width: int) -> list[Line]:
    rows: list[tuple[Text, str]] = [
        (Text("Submission"), f"{visible(report.submission_name)}  (sha256 {report.submission_sha256[:12]})"),
        (Text("Points"), _total(report, lang)),
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


def _total(report: GradeReport, lang: str) -> str:
    parts = [Text("{points} of {max_points}", _points(report.points, report.max_points))]
    ungraded, review = (open_points(report, v) for v in (Verdict.UNGRADABLE, Verdict.FOR_REVIEW))
    if ungraded:
        parts.append(Text("{points} could not be graded", {"points": number(ungraded)}))
    elif not report.complete:
        parts.append(Text("not complete"))
    if review:
        parts.append(Text("{points} for the teacher to decide", {"points": number(review)}))
    return "; ".join(say(part, lang) for part in parts)


def items(report: GradeReport, lang: str, width: int) -> list[Line]:
    """The table: what each item earned, and what stands for it in the notebook."""
    titles = (Text("Item"), Text("State"), Text("Points"), Text("Found as"))
    rows = [tuple(Span(say(title, lang), "faint") for title in titles)]
    return table([*rows, *(_row(item, lang) for item in report.items)], width, right=(2,))


def _row(item: ItemGrade, lang: str) -> tuple[Span, ...]:
    names = ", ".join(dict.fromkeys(fitted(visible(name), 40) for name in item.found_as.values()))
    earned = number(item.points, item.max_points)
    if _open(item):
        # What is open is neither earned nor lost: it never looks like a zero.
        earned = f"{earned} + ?" if item.points else "?"
    return (
        Span(visible(title_in(item.title, lang))),
        Span(say(STATES[item.state], lang), _STYLES[item.state]),
        Span(f"{earned} / {number(item.max_points)}"),
        Span(names or "-", "faint"),
    )


def _open(item: ItemGrade) -> Fraction:
    return open_points(item, Verdict.UNGRADABLE) + open_points(item, Verdict.FOR_REVIEW)


def needs_words(item: ItemGrade) -> bool:
    """Is there more to say than its line in the table does?"""
    return item.points < item.max_points or item.state is not ItemState.PASSED or item.follow_through is not None


def section(item: ItemGrade, lang: str, width: int) -> list[Line]:
    """One item: each failed check with what was seen, then what to try, then what was assumed."""
    values = {"title": title_in(item.title, lang), **_points(item.points, item.max_points)}
    heading = Text("{title}: {points} of {max_points}", values)
    if still := _open(item):
        heading = Text("{title}: {points} of {max_points}, {open} open", {**values, "open": number(still)})
    made = paragraph(say(heading, lang, visible), width, style="strong")
    if item.found_as and item.points < item.max_points:
        made += paragraph(say(_found(item), lang, visible), width, indent=2, style="faint")
    for group in failures(item.checks, lang):
        made += failure(group, lang, width, every=len(group) == len(_applicable(item)))
    if item.forfeit is not None:
        made += labelled(_forfeited(item.forfeit), say(item.forfeit.reason, lang, visible), lang, width, "bad")
    for diagnosis in item.diagnosis:
        made += labelled(Text("Likely cause"), say(diagnosis.title, lang, visible), lang, width, "strong")
        if diagnosis.cause is not None:
            made += paragraph(say(diagnosis.cause, lang, visible), width, indent=4, most_lines=MOST_MESSAGE_LINES)
        made += labelled(Text("Try"), say(diagnosis.hint, lang, visible), lang, width, "good")
    if item.follow_through is not None:
        made += labelled(Text("Note"), say(item.follow_through, lang, visible), lang, width, "strong")
    for note in notes(item):
        made += labelled(Text("Note"), say(note, lang, visible), lang, width, "faint")
    return made


def _forfeited(forfeit: Forfeit) -> Text:
    if forfeit.part == 1:
        return Text("All points are lost")
    return Text("{percent} percent of the points are lost", {"percent": number(forfeit.part * 100)})


def failures(checks: Sequence[CheckGrade], lang: str) -> list[list[CheckGrade]]:
    """The checks that cost points or stay open, those with the same message together."""
    groups: dict[tuple[Verdict, str | None], list[CheckGrade]] = {}
    for check in checks:
        decided_in_full = check.verdict is Verdict.DECIDED and check.points == check.max_points
        if decided_in_full or check.verdict in (Verdict.PASSED, Verdict.NOT_APPLICABLE):
            continue
        message = None if check.message is None else say(check.message, lang)
        # Checks without a message have nothing in common but that.
        groups.setdefault((check.verdict, message or check.id), []).append(check)
    return list(groups.values())


def failure(group: Sequence[CheckGrade], lang: str, width: int, every: bool) -> list[Line]:
    """The claims of `group` with what each costs, and below them their one message.

    Where it's `every` check of the item (nothing was found, say), the claims tell nothing and aren't listed.
    """
    first = group[0]
    still_open = first.verdict in (Verdict.UNGRADABLE, Verdict.FOR_REVIEW)
    style: Style = "partly" if still_open else "bad"
    claims = [(check.title, check.max_points - check.points) for check in group]
    if every and len(group) > 1:
        together = sum((points for _, points in claims), Fraction(0))
        claims = [(Text("all {count} checks", {"count": len(group)}), together)]
    made: list[Line] = []
    for title, points in claims:
        values: dict[str, str | int | float | Text] = {
            "title": title,
            "verdict": VERDICTS[first.verdict],
            "points": number(points),
        }
        claim = Text("{title}: {verdict} (-{points})", values)
        if still_open:
            claim = Text("{title}: {verdict} ({points} open)", values)
        made += paragraph(say(claim, lang, visible), width, indent=2, lead="- ", style=style, lead_style=style)
    if first.message is not None:
        message = say(first.message, lang, visible)
        made += paragraph(message, width, indent=4, most_lines=MOST_MESSAGE_LINES)
    return made


def _applicable(item: ItemGrade) -> list[CheckGrade]:
    return [check for check in item.checks if check.verdict is not Verdict.NOT_APPLICABLE]


def labelled(label: Text, text: str, lang: str, width: int, style: Style) -> list[Line]:
    lead = f"{say(label, lang)}: "
    return paragraph(text, width, indent=2, lead=lead, lead_style=style, most_lines=MOST_MESSAGE_LINES)


def _found(item: ItemGrade) -> Text:
    names = ", ".join(role if role == name else f"{role} = {name}" for role, name in item.found_as.items())
    if item.form in ("", "either", "python", "text"):  # there is no other form that it could have been found in
        return Text("Found as {names}.", {"names": names})
    return Text("Found as {names} ({form} form).", {"names": names, "form": item.form})


def _other(form: FormGrade) -> Text:
    names = ", ".join(form.found_as.values())
    values: dict[str, str | int | float | Text] = {"form": form.form, "names": names, "points": number(form.points)}
    return Text("The {form} form ({names}) was also judged and earns {points}; the better form counts.", values)


def notes(item: ItemGrade) -> list[Text]:
    """What was assumed, and the other forms; each once.

    What doesn't apply to a form costs nothing and asks for nothing, so it is left to the JSON report.
    """
    found = [note for check in item.checks for note in check.notes]
    return _once([*item.notes, *map(_other, item.other_forms), *found])


def _once(texts: Iterable[Text]) -> list[Text]:
    kept: list[Text] = []
    for text in texts:
        if text not in kept:
            kept.append(text)
    return kept


def remarks(report: GradeReport, lang: str, width: int) -> list[Line]:
    """What was assumed or noticed about the items that lost nothing."""
    made: list[Line] = []
    for item in report.items:
        for note in [] if needs_words(item) else notes(item):
            text = Text("{title}: {note}", {"title": title_in(item.title, lang), "note": note})
            made += paragraph(say(text, lang, visible), width, indent=2, lead="- ", most_lines=MOST_MESSAGE_LINES)
    return made and [*paragraph(say(Text("Remarks"), lang), width, style="strong"), *made]


def findings(report: GradeReport, lang: str, width: int) -> list[Line]:
    """Cells that failed and the like.  They cost nothing by themselves."""
    if not report.findings:
        return []
    made = paragraph(say(Text("The notebook"), lang), width, style="strong")
    for finding in report.findings[:MOST_FINDINGS]:
        level = say(LEVELS[finding.level], lang)
        if finding.cell is not None and "cell" not in finding.message.values:  # else the message says it
            level = say(Text("cell {cell}, {level}", {"cell": finding.cell, "level": level}), lang)
        message = say(finding.message, lang, visible)
        lead = f"- {level}: "
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
    said: list[Text] = []
    if report.isolation != "full":
        said.append(
            Text(
                'Isolation is "{level}", not full: while it ran, the notebook may have been able to read or '
                "change files of this machine.",
                {"level": report.isolation},
            )
        )
    if not report.complete:
        said.append(
            Text(
                "This report is not complete. Part of the submission could not be graded, and that is not the "
                "student's fault. What is open is not a zero: grade it again."
            )
        )
    texts = [i for i in report.items if _needs_review(i) and i.form == "text"]
    review = [title_in(i.title, lang) for i in report.items if _needs_review(i) and i.form != "text"]
    if texts:
        said.append(
            Text(
                "For the teacher to read: {items}. No program can judge this; the points are entered with "
                "--award {item}=POINTS.",
                {"items": ", ".join(title_in(item.title, lang) for item in texts), "item": texts[0].id},
            )
        )
    if review:
        said.append(
            Text(
                "For the teacher's eye: {items}. Every property holds, but no way of matching the weights explains "
                "the values, so a person decides.",
                {"items": ", ".join(review)},
            )
        )
    return [
        line for text in said for line in paragraph(say(text, lang, visible), width, lead="! ", lead_style="partly")
    ]


def _needs_review(item: ItemGrade) -> bool:
    return item.state is ItemState.FOR_REVIEW or any(c.verdict is Verdict.FOR_REVIEW for c in item.checks)


def _points(points: Fraction, limit: Fraction) -> dict[str, str | int | float | Text]:
    return {"points": number(points, limit), "max_points": number(limit)}
