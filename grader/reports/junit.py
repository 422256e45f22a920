"""The report as JUnit XML, for CI services that show tests: one suite for each item, one test for each check.

JUnit has no points, so a test passes where its check lost none, and fails where it did, even if it was never tried
(a test that is "skipped" looks as if it cost nothing).  Our own failures are errors, and what waits for the teacher is
skipped: neither is ever a pass.  What costs points although every check passes, and a report that isn't
complete, get a test of their own.

There is no standard.  This keeps to what Jenkins' xUnit plugin demands (junit-10.xsd) and GitLab documents: the class
of a test is shown as its group, and of two tests with one class and name only the first counts.  How long a single
check took isn't known, so only the whole has a time.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from grader.model import CheckGrade, GradeReport, ItemGrade, Verdict
from grader.reports import sentences
from grader.reports.inert import escape, visible
from grader.reports.language import say, title_in
from grader.reports.wording import rounded, verdict_on

__all__ = ["render"]

# XML 1.0 has no way of writing these (section 2.2), not even as references.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_OUTCOMES = ("failure", "error", "skipped")


def render(report: GradeReport, lang: str) -> str:
    """`report` as XML 1.0 in UTF-8, its texts in `lang`."""
    root = ET.Element("testsuites", name=_word(title_in(report.title, lang)))
    for item in report.items:
        _add_item(root, report, item, lang)
    if not report.complete:
        suite = ET.SubElement(root, "testsuite", name=_word(report.assignment))
        case = _case(suite, report.assignment, "complete")
        _outcome(case, "error", "incomplete", [sentences.in_plain_text(sentences.not_complete(), lang)])
    for suite in root:
        _count(suite, suite)
    _count(root, root)
    root.set("time", f"{report.duration_seconds:.3f}")
    ET.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ET.tostring(root, encoding="unicode")}\n'


def _add_item(root: ET.Element, report: GradeReport, item: ItemGrade, lang: str) -> None:
    suite = ET.SubElement(root, "testsuite", name=_word(title_in(item.title, lang)), file=_word(report.submission_name))
    properties = ET.SubElement(suite, "properties")
    for name, value in _properties(report, item):
        ET.SubElement(properties, "property", name=name, value=_xml(visible(value)))
    words = list(_words(item, lang))
    group = f"{report.assignment}.{item.id}"
    for check in item.checks:
        case = _case(suite, group, f"{check.id}: {sentences.in_plain_text(check.title, lang)}")
        outcome = _outcome_of(check)
        if outcome is not None:
            said = [] if check.message is None else [sentences.in_plain_text(check.message, lang)]
            # The likely cause belongs to the item: it's told once, where something failed first.
            rest, words = (words, []) if outcome == "failure" else ([], words)
            _outcome(case, outcome, check.verdict.value, [*_claim(check, item, lang), *said, *rest])
    if item.forfeit is not None:
        reason = sentences.in_plain_text(item.forfeit.reason, lang)
        _outcome(
            _case(suite, group, f"forfeit: {say(sentences.forfeited(item.forfeit), lang)}"),
            "failure",
            "forfeit",
            [reason],
        )


def _properties(report: GradeReport, item: ItemGrade) -> Iterator[tuple[str, str]]:
    yield "points", str(rounded(item.points))
    yield "max_points", str(rounded(item.max_points))
    yield "state", item.state.value
    yield "submission_sha256", report.submission_sha256
    yield "seed", str(report.seed)
    yield "isolation", report.isolation
    yield "grader_version", report.grader_version


def _outcome_of(check: CheckGrade) -> str | None:
    match check.verdict:
        case Verdict.PASSED:
            return None
        case Verdict.UNGRADABLE:
            return "error"
        case Verdict.FOR_REVIEW | Verdict.NOT_APPLICABLE:
            return "skipped"
        case _:
            return None if check.verdict is Verdict.DECIDED and check.points == check.max_points else "failure"


def _claim(check: CheckGrade, item: ItemGrade, lang: str) -> list[str]:
    if check.verdict is Verdict.NOT_APPLICABLE:
        return [say(verdict_on(check), lang)]
    return [sentences.in_plain_text(claim, lang) for claim in sentences.claims([check], item)]


def _words(item: ItemGrade, lang: str) -> Iterator[str]:
    for label, paragraphs in sentences.words_on(item):
        lines = "\n".join(sentences.in_plain_text(text, lang) for text in paragraphs)
        yield f"{say(label, lang)}: {lines}"


def _case(suite: ET.Element, group: str, name: str) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=_word(group), name=_word(name))


def _outcome(case: ET.Element, kind: str, type_: str, lines: list[str]) -> None:
    """Its first line is the message, for lists of tests; all of them are the text, which is all that GitLab shows."""
    outcome = ET.SubElement(case, kind, type=type_, message=_word(lines[0]) if lines else type_)
    outcome.text = _xml("\n".join(lines))


def _count(counted: ET.Element, within: ET.Element) -> None:
    counted.set("tests", str(len(list(within.iter("testcase")))))
    for kind, attribute in zip(_OUTCOMES, ("failures", "errors", "skipped"), strict=True):
        if counted.tag == "testsuite" or kind != "skipped":  # the root has no such attribute
            counted.set(attribute, str(len(list(within.iter(kind)))))


def _word(text: str) -> str:
    """For an attribute: one line, as an XML token is."""
    return _xml(" ".join(visible(" ".join(text.split())).split())) or "-"


def _xml(text: str) -> str:
    return _NOT_XML.sub(lambda found: escape(found.group()), text)
