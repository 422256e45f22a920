"""The report as Gradescope's results.json, one test for each check.

The format is described at https://gradescope-autograders.readthedocs.io/en/latest/specs/.  What matters here:

- All text is "text": nothing of a student's is rendered as HTML or Markdown.
- A check that the rubric hides is a hidden test, and what is said of its item beyond the checks goes there too, since
  it may tell what that check asks.  What everyone sees counts visible checks only.  In a student's edition nothing
  needs to be hidden any more: the evidence is gone, and students may know what each check gave.
- A report that isn't complete has no score, neither of its own nor in a test: Gradescope then has nothing to enter as a
  grade.  A check that waits for the teacher has none either, and the others' sum says so.
"""

from __future__ import annotations

import math
from typing import Any

from grader.model import CheckGrade, Edition, GradeReport, ItemGrade, Text, Verdict
from grader.reports import sentences
from grader.reports.inert import visible
from grader.reports.json import written
from grader.reports.language import say, title_in
from grader.reports.wording import number, open_points, rounded, verdict_on

__all__ = ["render"]

MOST_CHARACTERS = 8_000  # of one test: a few hundred tests stay well below a megabyte


def render(report: GradeReport, lang: str) -> str:
    """`report` in `lang` as results.json; keys that a report can't fill are left out."""
    score = {"score": rounded(report.points)} if report.complete else {}
    results: dict[str, Any] = {
        **score,
        "execution_time": math.ceil(report.duration_seconds),
        "output": _overview(report, lang),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "extra_data": {
            "complete": report.complete,
            "assignment": report.assignment,
            "max_points": rounded(report.max_points),
            "submission_sha256": report.submission_sha256,
            "seed": report.seed,
            "isolation": report.isolation,
            "grader_version": report.grader_version,
        },
        "tests": [
            test for position, item in enumerate(report.items, start=1) for test in _tests(report, item, position, lang)
        ],
    }
    return written(results)


def _overview(report: GradeReport, lang: str) -> str:
    """What everyone may read: no total, which would tell what hidden checks gave."""
    checks = [check for item in report.items for check in item.checks if check.verdict is not Verdict.NOT_APPLICABLE]
    shown = [check for check in checks if not _is_hidden(check, report)]
    hidden = len(checks) - len(shown)
    said = [
        Text(
            "{passed} of {count} visible checks passed.",
            {"passed": sum(_is_full(check) for check in shown), "count": len(shown)},
        )
    ]
    if hidden:
        said.append(Text("Checks that aren't shown here: {count}.", {"count": hidden}))
    review = open_points(report, Verdict.FOR_REVIEW)
    if review:
        said.append(Text("{points} for the teacher to decide", {"points": number(review)}))
    if not report.complete:
        said.append(sentences.not_complete())
    lines = [sentences.in_plain_text(text, lang) for text in said]
    for finding in report.findings:
        level = say(sentences.level(finding), lang)
        lines.append(f"{level}: {sentences.in_plain_text(finding.message, lang)}")
    return _clipped(lines)


def _tests(report: GradeReport, item: ItemGrade, position: int, lang: str) -> list[dict[str, Any]]:
    checks = [check for check in item.checks if check.verdict is not Verdict.NOT_APPLICABLE]
    words = [_words(words, lang) for words in sentences.words_on(item)]
    bearer = _bearer(checks, report)
    return [
        _test(report, item, check, f"{position}.{number}", words if check is bearer else [], lang)
        for number, check in enumerate(checks, start=1)
    ]


def _bearer(checks: list[CheckGrade], report: GradeReport) -> CheckGrade | None:
    """The check whose test also says what is said of the item: a hidden one where there is one, failed if possible."""
    return min(checks, key=lambda check: (not _is_hidden(check, report), _is_full(check)), default=None)


def _is_hidden(check: CheckGrade, report: GradeReport) -> bool:
    return check.hidden and report.edition is Edition.TEACHER


def _is_full(check: CheckGrade) -> bool:
    return check.verdict in (Verdict.PASSED, Verdict.DECIDED) and check.points == check.max_points


def _test(
    report: GradeReport, item: ItemGrade, check: CheckGrade, place: str, words: list[str], lang: str
) -> dict[str, Any]:
    title = sentences.in_plain_text(check.title, lang).replace("\n", " ")
    said = [say(verdict_on(check), lang)]
    if check.message is not None:
        said.append(sentences.in_plain_text(check.message, lang))
    test: dict[str, Any] = {
        "number": place,
        "name": f"{visible(title_in(item.title, lang))}: {title}",
        "output": _clipped([*said, *words]),
        "visibility": "hidden" if _is_hidden(check, report) else "visible",
        "extra_data": {"item": item.id, "check": check.id, "verdict": check.verdict.value},
    }
    if check.verdict not in (Verdict.UNGRADABLE, Verdict.FOR_REVIEW):
        test["status"] = "passed" if _is_full(check) else "failed"
        if report.complete:
            test |= {"score": rounded(check.points), "max_score": rounded(check.max_points)}
    return test


def _words(words: tuple[Text, list[Text]], lang: str) -> str:
    label, paragraphs = words
    return f"{say(label, lang)}: " + "\n".join(sentences.in_plain_text(text, lang) for text in paragraphs)


def _clipped(lines: list[str]) -> str:
    text = "\n".join(lines)
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS]}..."
