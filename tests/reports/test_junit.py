"""The JUnit report, as CI services read it."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import Counter
from fractions import Fraction

import pytest

from grader.model import Diagnosis, Forfeit, GradeReport, ItemState, Text, Verdict
from grader.reports import FORMATS
from tests.reports.hostile import HOSTILE, report_full_of
from tests.reports.sample_report import check, item, report, sample_report

# Of junit-10.xsd, by which Jenkins' xUnit plugin refuses a file: the attributes that an element must and may have,
# and what may stand in it.
RULES = {
    "testsuites": (set(), {"name", "time", "tests", "failures", "errors"}, {"testsuite"}),
    "testsuite": (
        {"name", "tests", "failures", "errors"},
        {"skipped", "time", "timestamp", "hostname", "id", "package", "file", "log", "url", "group"},
        {"properties", "testcase", "system-out", "system-err"},
    ),
    "properties": (set(), set(), {"property"}),
    "property": ({"name", "value"}, set(), set()),
    "testcase": ({"name"}, {"time", "classname", "group"}, {"skipped", "error", "failure"}),
    "failure": (set(), {"type", "message"}, set()),
    "error": (set(), {"type", "message"}, set()),
    "skipped": (set(), {"type", "message"}, set()),
}
OUTCOMES = {"failure", "error", "skipped"}


def parsed(graded: GradeReport, lang: str = "en") -> ET.Element:
    return ET.fromstring(FORMATS["junit"](graded, lang).encode())


def check_rules(element: ET.Element) -> None:
    needed, allowed, children = RULES[element.tag]
    assert needed <= set(element.attrib) <= needed | allowed, element.tag
    assert {child.tag for child in element} <= children, element.tag
    for child in element:
        check_rules(child)


def outcomes(root: ET.Element) -> list[str]:
    """What became of each test: its element, or "passed"."""
    return [next((child.tag for child in case if child.tag in OUTCOMES), "passed") for case in root.iter("testcase")]


def one(*checks: object, complete: bool = True, **more: object) -> ET.Element:
    return parsed(report(item("x", {"en": "X"}, ItemState.PARTIAL, *checks, **more), complete=complete))  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("graded", [sample_report(), report()], ids=["every state", "no items"])
def test_the_file_keeps_to_what_jenkins_demands(graded: GradeReport, lang: str) -> None:
    check_rules(parsed(graded, lang))


def test_there_is_a_suite_for_each_item_and_a_test_for_each_check() -> None:
    graded = report(*sample_report().items[:5])
    root = parsed(graded)
    assert [suite.get("name") for suite in root] == [i.title["en"] for i in graded.items]
    assert [len(suite.findall("testcase")) for suite in root] == [len(i.checks) for i in graded.items]


@pytest.mark.parametrize(
    ("verdict", "outcome"),
    [
        (Verdict.PASSED, "passed"),
        (Verdict.WRONG, "failure"),
        (Verdict.RAISED, "failure"),
        (Verdict.TIMED_OUT, "failure"),
        (Verdict.MISSING, "failure"),
        (Verdict.SKIPPED, "failure"),  # it cost its points
        (Verdict.INCONCLUSIVE, "failure"),
        (Verdict.UNGRADABLE, "error"),
        (Verdict.FOR_REVIEW, "skipped"),
        (Verdict.NOT_APPLICABLE, "skipped"),
    ],
)
def test_only_the_students_losses_are_failures(verdict: Verdict, outcome: str) -> None:
    assert outcomes(one(check("v", verdict, 1 if verdict is Verdict.PASSED else 0)))[0] == outcome


@pytest.mark.parametrize(("points", "outcome"), [("1", "passed"), ("3/4", "failure"), ("0", "failure")])
def test_what_a_teacher_decided_passes_with_all_points(points: str, outcome: str) -> None:
    assert outcomes(one(check("v", Verdict.DECIDED, points))) == [outcome]


def test_a_report_that_is_not_complete_has_an_error_even_when_every_check_passed() -> None:
    root = one(check("v", points=1), complete=False)
    assert outcomes(root) == ["passed", "error"]
    assert root.get("errors") == "1"
    assert "not complete" in "".join(root[-1].itertext())


def test_points_that_are_lost_although_every_check_passes_are_a_failure() -> None:
    root = one(check("v", points=0), forfeit=Forfeit(Fraction(1), Text("Cell 5 calls `torch.softmax`.")))
    assert outcomes(root) == ["passed", "failure"]
    assert "Cell 5 calls `torch.softmax`." in "".join(root.itertext())


def test_counts_are_those_of_the_tests() -> None:
    root = parsed(sample_report())
    for counted in [root, *root]:
        found = Counter(outcomes(counted))
        assert counted.get("tests") == str(sum(found.values()))
        assert counted.get("failures") == str(found["failure"])
        assert counted.get("errors") == str(found["error"])
    assert [suite.get("skipped") for suite in root] == [str(Counter(outcomes(s))["skipped"]) for s in root]


def test_no_two_tests_have_the_same_class_and_name() -> None:
    """GitLab ignores the second one."""
    alike = [check(c, Verdict.WRONG, title="right values") for c in ("a", "b")]
    graded = report(*(item(i, {"en": "X"}, ItemState.FAILED, *alike) for i in ("x", "y")))
    cases = [(case.get("classname"), case.get("name")) for case in parsed(graded).iter("testcase")]
    assert len(set(cases)) == len(cases) == 4


def test_the_text_holds_all_that_is_said_since_gitlab_ignores_the_message() -> None:
    said = Text("got {got}", {"got": "<b> & ]]>"})
    why = Diagnosis("d", Text("not divided"), Text("look at the formula"), Text("it grows"))
    root = one(check("a", points=1), check("b", Verdict.WRONG, 0, 2, said), check("c", Verdict.WRONG), diagnosis=(why,))
    first, second = root.iter("failure")
    lines = ["b: no (-2)", "got <b> & ]]>", "Likely cause: not divided", "it grows", "Try: look at the formula"]
    assert (first.text or "").split("\n") == lines
    assert first.get("message") == "b: no (-2)"
    assert second.text == "c: no (-1)"


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_gives_the_same_tests(name: str) -> None:
    written = FORMATS["junit"](report_full_of(HOSTILE[name]), "en")
    hostile, ordinary = ET.fromstring(written.encode()), parsed(report_full_of("softmax"))
    check_rules(hostile)
    assert [e.tag for e in hostile.iter()] == [e.tag for e in ordinary.iter()]
    assert [c.attrib for c in hostile.iter("testcase")] == [c.attrib for c in ordinary.iter("testcase")]
    assert all(line.isprintable() for line in written.split("\n"))
    assert len(written) < 200_000


def test_what_xml_cannot_hold_is_written_as_an_escape() -> None:
    """A title of the course isn't filtered like a student's text, and may hold anything."""
    graded = report(
        item("x", {"en": "a\x00b\ud800\ufffe"}, ItemState.FAILED, check("v", Verdict.WRONG, title="t\x0bu"))
    )
    (suite,) = parsed(graded)
    assert suite.get("name") == "a\\x00b\\ud800\\ufffe"
    assert [case.get("name") for case in suite.iter("testcase")] == ["v: t u"]
    assert "t\\x0bu: no (-1)" in "".join(suite.itertext())


def test_a_test_in_words_of_ours_never_holds_an_attachment() -> None:
    """GitLab attaches the file of a "[[ATTACHMENT|...]]" in a test's output: a test has no output here."""
    root = parsed(report_full_of("[[ATTACHMENT|/etc/passwd]]"))
    assert not list(root.iter("system-out"))
    assert not list(root.iter("system-err"))


def test_points_are_properties_of_the_suite() -> None:
    root = one(check("a", points="8/3", max_points=3))
    found = {p.get("name"): p.get("value") for p in root.iter("property")}
    assert (found["points"], found["max_points"], found["state"]) == ("2.6667", "3", "partial")
