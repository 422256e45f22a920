"""What a student reads after a check, as lines for a terminal: the items first, then what to look at next.

The words on a failed check and its likely cause are those of the report on the grade.
"""

from __future__ import annotations

from collections.abc import Sequence

from grader.components.unfound import stopped_cell
from grader.model import CheckGrade, Finding, ItemGrade, Level, Text, Verdict
from grader.reports import sentences
from grader.reports.inert import visible
from grader.reports.language import say, title_in
from grader.reports.lines import Line, Span, Style, paragraph, plain_text, table
from grader.reports.screen import MOST_FINDINGS, MOST_MESSAGE_LINES, labelled
from grader.reports.wording import verdict_on
from grader.student.check import Checked, CheckedItem

__all__ = [
    "closing",
    "failure",
    "findings",
    "heading",
    "item_rows",
    "lines",
    "needs_words",
    "reasons",
    "render",
    "section",
    "state_of",
    "summary",
    "unchecked",
]


def render(checked: Checked, lang: str, width: int = 80) -> str:
    """The page as plain text."""
    return "".join(f"{plain_text(line)}\n" for line in lines(checked, lang, width))


def lines(checked: Checked, lang: str, width: int) -> list[Line]:
    """The whole page.  What isn't written yet has its line in the table and no words."""
    parts = [
        paragraph(visible(title_in(checked.public.title, lang)), width, style="strong"),
        items(checked, lang, width),
        *(section(item, lang, width) for item in checked.items if needs_words(item)),
        findings(checked.findings, lang, width),
        closing(checked, lang, width),
    ]
    blank: Line = ()
    return [line for part in parts if part for line in (*part, blank)][:-1]


def state_of(item: CheckedItem, lang: str) -> tuple[Text, Style]:
    """How an item stands, in a word or two, and the style for it."""
    if item.waits_for is not None:
        return Text("waits for {item}", {"item": title_in(item.waits_for.title, lang)}), "faint"
    if item.grade is None:
        return (Text("not yet started"), "faint") if item.not_started else (Text("not checked here"), "plain")
    if item.not_started:
        return Text("not yet started"), "faint"
    stopped = stopped_cell(item.missing)
    if stopped is not None and not item.passed:
        return Text("can't run: see cell {cell}", {"cell": stopped}), "bad"
    if item.grade.forfeit is not None:
        return Text("not your own work yet"), "bad"
    if not item.asked:
        return Text("not checked here"), "plain"
    if item.is_done:
        return Text("passed"), "good"
    return (Text("partly"), "partly") if item.passed else (Text("not passed"), "bad")


def items(checked: Checked, lang: str, width: int) -> list[Line]:
    return table(item_rows(checked, lang), width, right=(2,))


def item_rows(checked: Checked, lang: str) -> list[tuple[Span, ...]]:
    """The table of items, its head first."""
    rows = []
    for item in checked.items:
        state, style = state_of(item, lang)
        counted = f"{item.passed} / {item.public}" if item.asked and not item.not_started else "-"
        rows.append(
            (
                Span(visible(title_in(item.item.title, lang))),
                Span(say(state, lang, visible), style),
                Span(counted),
                Span(visible(item.item.id), "faint"),
            )
        )
    titles = (Text("Item"), Text("State"), Text("Checks"), Text("Name"))
    return [tuple(Span(say(title, lang), "faint") for title in titles), *rows]


def needs_words(item: CheckedItem) -> bool:
    return item.grade is not None and not item.not_started and item.waits_for is None and bool(words(item))


def words(item: CheckedItem) -> bool:
    assert item.grade is not None
    return not item.is_done or bool(sentences.notes(item.grade)) or item.grade.follow_through is not None


def section(item: CheckedItem, lang: str, width: int) -> list[Line]:
    """One item: each failed check with what was seen, the likely cause and what to try, what was assumed."""
    assert item.grade is not None
    made = heading(item, lang, width)
    for group in sentences.failures(item.grade.checks, lang):
        made += failure(group, lang, width)
    return [*made, *reasons(item.grade, lang, width)]


def heading(item: CheckedItem, lang: str, width: int) -> list[Line]:
    grade = item.grade
    assert grade is not None
    told = Text(
        "{title}: {passed} of {asked} public checks pass",
        {"title": title_in(grade.title, lang), "passed": item.passed, "asked": item.public},
    )
    made = paragraph(say(told, lang, visible), width, style="strong")
    if not item.is_done and grade.found_as:
        made += paragraph(say(sentences.found(grade), lang, visible), width, indent=2, style="faint")
    return made


def failure(group: Sequence[CheckGrade], lang: str, width: int) -> list[Line]:
    made: list[Line] = []
    for check in group:
        claim = Text("{title}: {verdict}", {"title": check.title, "verdict": verdict_on(check)})
        style: Style = "partly" if check.verdict in (Verdict.UNGRADABLE, Verdict.FOR_REVIEW) else "bad"
        made += paragraph(say(claim, lang, visible), width, indent=2, lead="- ", style=style, lead_style=style)
    message = group[0].message
    if message is not None:
        made += paragraph(say(message, lang, visible), width, indent=4, most_lines=MOST_MESSAGE_LINES)
    return made


def reasons(grade: ItemGrade, lang: str, width: int) -> list[Line]:
    made: list[Line] = []
    if grade.forfeit is not None:
        made += labelled(Text("In the grade"), say(grade.forfeit.reason, lang, visible), lang, width, "bad")
    for diagnosis in grade.diagnosis:
        made += labelled(Text("Likely cause"), say(diagnosis.title, lang, visible), lang, width, "strong")
        if diagnosis.cause is not None:
            made += paragraph(say(diagnosis.cause, lang, visible), width, indent=4, most_lines=MOST_MESSAGE_LINES)
        made += labelled(Text("Try"), say(diagnosis.hint, lang, visible), lang, width, "good")
    notes = [*([grade.follow_through] if grade.follow_through is not None else []), *sentences.notes(grade)]
    for note in notes:
        made += labelled(Text("Note"), say(note, lang, visible), lang, width, "faint")
    return made


def findings(found: Sequence[Finding], lang: str, width: int) -> list[Line]:
    if not found:
        return []
    styles: dict[Level, Style] = {Level.INFO: "faint", Level.WARNING: "partly", Level.ERROR: "bad"}
    made = paragraph(say(Text("The notebook"), lang), width, style="strong")
    for finding in found[:MOST_FINDINGS]:
        lead = f"- {say(sentences.level(finding), lang)}: "
        message = say(finding.message, lang, visible)
        made += paragraph(
            message, width, indent=2, lead=lead, lead_style=styles[finding.level], most_lines=MOST_MESSAGE_LINES
        )
    return made


def closing(checked: Checked, lang: str, width: int) -> list[Line]:
    said = [summary(checked), *unchecked(checked, lang)]
    return [line for text in said for line in paragraph(say(text, lang, visible), width, style="strong")]


def unchecked(checked: Checked, lang: str) -> list[Text]:
    """Which items have no public check."""
    said: list[Text] = []
    unread = [item for item in checked.items if item.grade is None and not item.not_started]
    answers = ", ".join(title_in(item.item.title, lang) for item in unread if item.named)
    others = ", ".join(title_in(item.item.title, lang) for item in unread if not item.named and not item.is_unknown)
    unknown = ", ".join(title_in(item.item.title, lang) for item in unread if item.is_unknown)
    if answers:
        said.append(
            Text("Answered, and not checked here, since that would give the answers away: {items}.", {"items": answers})
        )
    if others:
        said.append(Text("Not checked here, only in the grade: {items}.", {"items": others}))
    if unknown:
        said.append(
            Text(
                "Not checked, because this grader isn't the one that came with the public checks, and doesn't know "
                "them: {items}. In their folder: `pip install --force-reinstall -r requirements.txt`, in an "
                "environment of its own.",
                {"items": unknown},
            )
        )
    return said


def summary(checked: Checked) -> Text:
    """How many public checks pass, of those that the items have.  Never more than that: the grade asks what isn't
    public too.
    """
    values: dict[str, str | int | float | Text] = {"passed": checked.passed, "asked": checked.asked}
    if not checked.asked:
        return Text("None of this has public checks: the grade uses hidden ones.")
    if checked.inapplicable:
        return Text(
            "{passed} of {asked} public checks pass (not applicable to how you wrote it: {others}). The grade also "
            "uses hidden ones.",
            {**values, "others": checked.inapplicable},
        )
    return Text("{passed} of {asked} public checks pass. The grade also uses hidden ones.", values)
