"""The report in GitHub's Markdown: for a comment, a job's summary, or a file that others may render.

It needs no HTML and no picture, and loads nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from grader.model import CheckGrade, GradeReport, ItemGrade, Text
from grader.reports import sentences
from grader.reports.inert import visible
from grader.reports.language import say, title_in
from grader.reports.lines import fitted
from grader.reports.markdown import cell, code, escaped, prose
from grader.reports.wording import STATES

__all__ = ["MOST_CHARACTERS", "render"]

MOST_CHARACTERS = 60_000  # a comment on GitHub may have 65,536
MOST_FINDINGS = 12


def render(report: GradeReport, lang: str) -> str:
    """`report` in `lang`; parts that would make it too long for a comment are counted, not shown."""
    first = [*_head(report, lang), _table(report, lang)]
    last = [_origin(report, lang)]
    rest = [_section(item, lang) for item in report.items if sentences.needs_words(item)]
    rest += [*_remarks(report, lang), *_findings(report, lang)]
    used = sum(map(len, (*first, *last)))
    shown: list[str] = []
    for part in rest:
        used += len(part) + 2
        if used > MOST_CHARACTERS:
            more = Text("... and {count} more, which the JSON report lists.", {"count": len(rest) - len(shown)})
            shown.append(prose(more, lang))
            break
        shown.append(part)
    return "\n\n".join([*first, *shown, *last]) + "\n"


def _head(report: GradeReport, lang: str) -> Iterator[str]:
    yield f"### {escaped(title_in(report.title, lang))}"
    points, *rest = (prose(part, lang) for part in sentences.total(report))
    yield "; ".join([f"**{points}**", *rest])
    for text in sentences.closing(report, lang):
        yield f"> {prose(text, lang)}"


def _table(report: GradeReport, lang: str) -> str:
    titles = (Text("Item"), Text("State"), Text("Points"), Text("Found as"))
    rows = [[escaped(say(title, lang)) for title in titles], ["---", "---", "--:", "---"]]
    for item in report.items:
        names = dict.fromkeys(fitted(visible(name), 40) for name in item.found_as.values())
        rows.append(
            [
                escaped(title_in(item.title, lang)),
                escaped(say(STATES[item.state], lang)),
                escaped(sentences.earned(item)),
                ", ".join(filter(None, map(cell, names))) or "-",
            ]
        )
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def _section(item: ItemGrade, lang: str) -> str:
    parts = [f"#### {escaped(say(sentences.heading(item, lang), lang, visible))}"]
    if item.found_as and item.points < item.max_points:
        parts.append(prose(sentences.found(item), lang))
    failed = [_failure(group, item, lang) for group in sentences.failures(item.checks, lang)]
    if failed:
        parts.append("\n".join(failed))
    for label, paragraphs in sentences.words_on(item):
        lines = "\\\n".join(filter(None, (prose(text, lang) for text in paragraphs)))
        parts.append(f"**{prose(label, lang)}:** {lines}")
    return "\n\n".join(parts)


def _failure(group: list[CheckGrade], item: ItemGrade, lang: str) -> str:
    """The claims as a list; their one message goes below the last."""
    listed = "\n".join(f"- **{prose(claim, lang)}**" for claim in sentences.claims(group, item))
    message = group[0].message
    said = "" if message is None else prose(message, lang)
    return f"{listed}\\\n{_hanging(said)}" if said else listed


def _hanging(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.split("\n"))


def _remarks(report: GradeReport, lang: str) -> Iterator[str]:
    """What was assumed or noticed about the items that lost nothing."""
    made = [
        f"- **{escaped(title_in(item.title, lang))}:** {prose(note, lang)}"
        for item in report.items
        if not sentences.needs_words(item)
        for note in sentences.remarks_on(item)
    ]
    if made:
        yield f"#### {escaped(say(Text('Remarks'), lang))}\n\n" + "\n".join(map(_item_of_list, made))


def _findings(report: GradeReport, lang: str) -> Iterator[str]:
    """Cells that failed and the like.  They cost nothing by themselves."""
    made = [
        f"- **{prose(sentences.level(finding), lang)}:** {prose(finding.message, lang)}"
        for finding in report.findings[:MOST_FINDINGS]
    ]
    rest = len(report.findings) - MOST_FINDINGS
    if rest > 0:
        more = Text("... and {count} more, which the JSON report lists.", {"count": rest})
        made.append(f"- {prose(more, lang)}")
    if made:
        yield f"#### {escaped(say(Text('The notebook'), lang))}\n\n" + "\n".join(map(_item_of_list, made))


def _item_of_list(text: str) -> str:
    """Its later lines belong to it."""
    return text.replace("\n", "\n  ")


def _origin(report: GradeReport, lang: str) -> str:
    """What was graded, and how: the same submission and seed give the same report."""
    name = visible(report.submission_name)
    seconds = Text("{seconds} s", {"seconds": format(report.duration_seconds, ".1f")})
    rows = (
        (Text("Submission"), f"{code(name) if name else '-'} (sha256 {code(visible(report.submission_sha256[:12]))})"),
        (Text("Isolation"), code(visible(report.isolation))),
        (Text("Seed"), code(str(report.seed))),
        (Text("Time"), prose(seconds, lang)),
    )
    return "; ".join(f"{escaped(say(label, lang))}: {value}" for label, value in rows)
