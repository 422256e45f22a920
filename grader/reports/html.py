"""The report of one submission as one HTML page: it loads nothing, runs nothing, and can be printed or read on a phone.

The page is a template with automatic escaping (:mod:`jinja2`); what it fills in is made inert first, so that no place
of it has to remember to.  A student's text never stands in an attribute, and is set apart from ours (``<bdi>``):
letters that run from right to left don't turn our words around.  The policy in the page's head forbids scripts and
requests, should all that ever fail.  Markup and style are the template's; this module prepares what it shows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from markupsafe import Markup, escape

from grader.checks.free_text import answer_in
from grader.model import (
    CheckGrade,
    Diagnosis,
    Disclosure,
    Edition,
    Excerpt,
    Figure,
    GradeReport,
    ItemGrade,
    ItemState,
    Text,
    Verdict,
)
from grader.reports import sentences
from grader.reports.heat_map import heat_map
from grader.reports.inert import visible
from grader.reports.language import say, title_in
from grader.reports.lines import fitted
from grader.reports.pace_chart import pace_chart
from grader.reports.templates import page_template
from grader.reports.wording import STATES, number, verdict_on

__all__ = ["MOST_FINDINGS", "render", "rich"]

MOST_FINDINGS = 40
LONGEST_NAME = 40  # columns

LABELS: Mapping[str, Text] = {
    "about": Text("About this report"),
    "all_checks": Text("All checks"),
    "answer": Text("Answer"),
    "assignment": Text("Assignment"),
    "cause": Text("Likely cause"),
    "check": Text("Check"),
    "differs": Text("Numbers in a frame differ by more than rounding."),
    "everything_right": Text("All points are earned: there is nothing to mend."),
    "expected": Text("Expected"),
    "findings": Text("The notebook"),
    "found_as": Text("Found as"),
    "got": Text("What came back"),
    "hidden": Text("Of hidden checks, only what they claim and whether that holds is shown."),
    "item": Text("Item"),
    "note": Text("Note"),
    "overview": Text("Overview"),
    "points": Text("Points"),
    "remarks": Text("Remarks"),
    "state": Text("State"),
    "stops_here": Text("it stops here"),
    "students_see": Text("Students see"),
    "try": Text("Try"),
    "where_earned": Text("Where all points are earned"),
    "where_lost": Text("What to look at"),
    "yours": Text("Your code"),
}
_SEEN: Mapping[Disclosure, Text] = {
    Disclosure.FULL: Text("everything"),
    Disclosure.ACTUAL_ONLY: Text("what their own code gave"),
    Disclosure.NONE: Text("only the verdict"),
}
# One letter for the style, one mark for those who see no colours.
_STATES: Mapping[ItemState, tuple[str, str]] = {
    ItemState.PASSED: ("good", "✓"),
    ItemState.PARTIAL: ("part", "◐"),
    ItemState.FAILED: ("bad", "✗"),
    ItemState.MISSING: ("bad", "✗"),
    ItemState.FOR_REVIEW: ("open", "?"),
    ItemState.UNGRADABLE: ("open", "!"),
}

# Private use: `visible` lets none of them through.
_BACKTICK, _OPEN, _CLOSE = "\ue000", "\ue001", "\ue002"


def render(report: GradeReport, lang: str) -> str:
    """`report` as an HTML page in `lang`."""
    for_student = report.edition is Edition.STUDENT
    telling = [sentences.needs_words(item) for item in report.items]
    numbered = list(enumerate(zip(report.items, telling, strict=True), start=1))
    page = page_template("grader.reports", "report.html", visible).render(
        lang=lang,
        w={key: say(text, lang) for key, text in LABELS.items()},
        title=title_in(report.title, lang),
        submission=report.submission_name,
        for_student=for_student,
        total=[say(part, lang) for part in sentences.total(report)],
        share=_share(report.points, report.max_points),
        cautions=[rich(text, lang) for text in sentences.closing(report, lang)],
        rows=[_row(n, item, told, lang) for n, (item, told) in numbered],
        faulty=[_item(n, item, for_student, lang) for n, (item, told) in numbered if told],
        whole=[_item(n, item, for_student, lang) for n, (item, told) in numbered if not told],
        all_earned=report.complete and bool(report.items) and report.points == report.max_points,
        findings=[
            {"level": say(sentences.level(f), lang), "style": f.level.value, "message": message(f.message, lang)}
            for f in report.findings[:MOST_FINDINGS]
        ],
        more_findings=_more(len(report.findings) - MOST_FINDINGS, lang),
        facts=_facts(report, lang),
    )
    return f"{page}\n"


def rich(text: Text, lang: str) -> Markup:
    """`text` as HTML: what is between backticks as code, and each value in a ``<bdi>``, whatever stands in it."""
    return _marked_up(say(text, lang, _value))


def message(text: Text, lang: str) -> Markup:
    """A message that may have lines of code below it, indented by four."""
    lines = []
    for line in say(text, lang, _value).split("\n"):
        if line.startswith("    "):
            lines.append(Markup('<code class="line">{}</code>').format(_marked_up(line[4:])))
        else:
            lines.append(_marked_up(line))
    return Markup("<br>").join(lines)


def _value(value: str) -> str:
    return f"{_OPEN}{visible(value).replace('`', _BACKTICK)}{_CLOSE}"


def _marked_up(said: str) -> Markup:
    pieces = str(escape(said)).split("`")
    if len(pieces) % 2 == 0:  # a backtick without its partner is one
        pieces[-2:] = ["`".join(pieces[-2:])]
    html = "".join(f"<code>{piece}</code>" if n % 2 else piece for n, piece in enumerate(pieces))
    return Markup(html.replace(_OPEN, "<bdi>").replace(_CLOSE, "</bdi>").replace(_BACKTICK, "`"))  # noqa: S704  escaped above


def _share(points: Fraction, limit: Fraction) -> str:
    """A bar's length in percent; only what is whole looks whole, and what is something like something."""
    if not limit:
        return "0"
    share = float(100 * points / limit)
    return f"{share if share in (0, 100) else min(max(share, 2), 98):.4g}"


def _row(n: int, item: ItemGrade, told: bool, lang: str) -> dict[str, Any]:
    style, mark = _STATES[item.state]
    return {
        "n": n,
        "title": title_in(item.title, lang),
        "told": told,
        "names": [fitted(visible(name), LONGEST_NAME) for name in dict.fromkeys(item.found_as.values())],
        "state": say(STATES[item.state], lang),
        "style": style,
        "mark": mark,
        "earned": sentences.earned(item),
        "share": _share(item.points, item.max_points),
    }


def _item(n: int, item: ItemGrade, for_student: bool, lang: str) -> dict[str, Any]:
    lost = item.points < item.max_points
    return _row(n, item, True, lang) | {
        "found": rich(sentences.found(item), lang) if item.found_as and lost else None,
        "failures": _failures(item, lang),
        "hidden": for_student and any(map(_is_kept_back, item.checks)),
        "forfeit": None
        if item.forfeit is None
        else (say(sentences.forfeited(item.forfeit), lang), message(item.forfeit.reason, lang)),
        "code": [_code(excerpt, item.checks, lang) for excerpt in item.excerpts],
        "causes": [_cause(diagnosis, lang) for diagnosis in item.diagnosis],
        "follow_through": None if item.follow_through is None else message(item.follow_through, lang),
        "notes": [message(note, lang) for note in sentences.remarks_on(item)],
        "checks": [_check(check, lang) for check in item.checks],
    }


def _failures(item: ItemGrade, lang: str) -> list[dict[str, Any]]:
    """What each failed check says; one mask that fails three checks is drawn once."""
    drawn: list[Figure] = []
    told = []
    for group in sentences.failures(item.checks, lang):
        figure = next((c.figure for c in group if c.figure is not None and c.figure not in drawn), None)
        drawn += [] if figure is None else [figure]
        told.append(_failure(group, figure, item, lang))
    return told


def _failure(group: Sequence[CheckGrade], figure: Figure | None, item: ItemGrade, lang: str) -> dict[str, Any]:
    """Checks with one verdict and message: what is claimed, what was seen, expected against got."""
    first = group[0]
    return {
        "claims": [rich(claim, lang) for claim in sentences.claims(group, item)],
        "mark": _mark(group),
        "message": None if first.message is None else message(first.message, lang),
        "versus": _versus(first, lang),
        "pace": pace_chart(first.message, lang),
        "figure": None if figure is None else heat_map(figure, lang, item.found_as),
    }


def _mark(group: Sequence[CheckGrade]) -> tuple[str, str]:
    """As `_STATES`: style and mark of what checks with one verdict say."""
    if any(map(sentences.decided_in_part, group)):
        return _STATES[ItemState.PARTIAL]
    return _STATES[ItemState.FOR_REVIEW if _is_open(group[0]) else ItemState.FAILED]


def _is_kept_back(check: CheckGrade) -> bool:
    """Is there more to it than the student sees?  Not of what a person judged, nor of an answer in words."""
    lost = check.disclosure is Disclosure.NONE and check.points < check.max_points
    return lost and check.verdict is not Verdict.DECIDED and (check.message is None or answer_in(check.message) is None)


def _versus(check: CheckGrade, lang: str) -> dict[str, Markup] | None:
    """The two numbers of a message side by side, where it has two."""
    values = check.message.values if check.message is not None else {}
    if not {"got", "expected"} <= set(values):
        return None
    shown = {name: rich(Text("{value}", {"value": values[name]}), lang) for name in ("got", "expected")}
    at = values.get("index")
    # A single number is at no place.
    return shown | {"at": rich(Text("at {index}", {"index": at}), lang) if at and at != "[]" else Markup("")}


def _code(excerpt: Excerpt, checks: Sequence[CheckGrade], lang: str) -> dict[str, Any]:
    stops = {check.place.line for check in checks if check.place is not None and excerpt.holds(check.place)}
    numbered = enumerate(excerpt.lines, start=excerpt.first_line)
    more = Text("... and {count} lines more", {"count": excerpt.left_out})
    return {
        "name": excerpt.name,
        "place": say(Text("cell {cell}, from line {line}", {"cell": excerpt.cell, "line": excerpt.first_line}), lang),
        "lines": [{"n": n, "text": visible(line.expandtabs(4)), "stops": n in stops} for n, line in numbered],
        "more": say(more, lang) if excerpt.left_out else "",
    }


def _cause(diagnosis: Diagnosis, lang: str) -> dict[str, Any]:
    return {
        "title": rich(diagnosis.title, lang),
        "cause": None if diagnosis.cause is None else message(diagnosis.cause, lang),
        "hint": message(diagnosis.hint, lang),
    }


def _check(check: CheckGrade, lang: str) -> dict[str, Any]:
    style = "good" if check.points == check.max_points else _mark([check])[0]
    return {
        "title": rich(check.title, lang),
        "verdict": say(verdict_on(check), lang),
        "style": style if check.max_points else "faint",
        "points": f"{number(check.points, check.max_points)} / {number(check.max_points)}" if check.max_points else "-",
        "seen": say(_SEEN[check.disclosure], lang),
    }


def _is_open(check: CheckGrade) -> bool:
    return check.verdict in (Verdict.UNGRADABLE, Verdict.FOR_REVIEW)


def _more(count: int, lang: str) -> str:
    if count <= 0:
        return ""
    return say(Text("... and {count} more, which the JSON report lists.", {"count": count}), lang)


def _facts(report: GradeReport, lang: str) -> list[tuple[str, str]]:
    facts = [
        (Text("Assignment"), report.assignment),
        (Text("Submission"), report.submission_name),
        (Text("SHA-256 of the file"), report.submission_sha256),
        (Text("Seed"), str(report.seed)),
        (Text("Isolation"), report.isolation),
        (Text("Time"), say(Text("{seconds} s", {"seconds": format(report.duration_seconds, ".1f")}), lang)),
        (Text("Grader version"), report.grader_version),
    ]
    return [(say(label, lang), value) for label, value in facts]
