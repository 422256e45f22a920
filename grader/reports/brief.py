"""An item in a few lines of plain text, for platforms that show one text for each test, to the student.

They know no hidden tests, so in a teacher's edition nothing is said here of what a hidden check asked: neither its
message nor what is said of its item because of it.  That it failed, and what it cost, is no secret.
"""

from __future__ import annotations

from grader.model import Edition, GradeReport, ItemGrade
from grader.reports import sentences
from grader.reports.inert import harmless_line
from grader.reports.language import say

__all__ = ["overview", "words"]

MOST_CHARACTERS = 8_000  # a few hundred items stay well below a megabyte


def overview(report: GradeReport, lang: str) -> str:
    """The points, what is open, and what must be known before using them."""
    total = "; ".join(say(part, lang) for part in sentences.total(report))
    return _clipped([total, *(sentences.in_plain_text(text, lang) for text in sentences.closing(report, lang))])


def words(report: GradeReport, item: ItemGrade, lang: str) -> str:
    """What `item` lost points for, why, and what to try; empty where it has all of them and nothing is to be noted."""
    lines: list[str] = []
    for group in sentences.failures(item.checks, lang):
        lines += [f"- {sentences.in_plain_text(claim, lang)}" for claim in sentences.claims(group, item)]
        message = next((check.message for check in group if not _is_kept_back(report, check.hidden)), None)
        if message is not None:
            lines.append(sentences.in_plain_text(message, lang))
    if not any(_is_kept_back(report, check.hidden) for check in item.checks):
        for label, paragraphs in sentences.words_on(item):
            said = "\n".join(sentences.in_plain_text(text, lang) for text in paragraphs)
            lines.append(f"{say(label, lang)}: {said}")
    return _clipped(lines)


def _is_kept_back(report: GradeReport, hidden: bool) -> bool:
    return hidden and report.edition is Edition.TEACHER


def _clipped(lines: list[str]) -> str:
    """No line is a command to the CI service whose log it may end in."""
    text = "\n".join(harmless_line(line) for line in "\n".join(lines).split("\n"))
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}..."
