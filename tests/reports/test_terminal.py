"""The report that a person reads, plain and in colour."""

import dataclasses
import re
import subprocess
import sys
from fractions import Fraction

import pytest

from grader.model import Finding, ItemState, Level, Text, Verdict
from grader.reports import FORMATS, plain, terminal
from grader.reports.lines import columns
from grader.reports.screen import MOST_FINDINGS, MOST_MESSAGE_LINES
from grader.reports.wording import LEVELS, STATES, VERDICTS, number, rounded
from tests.reports.golden import FOLDER, RENDERINGS
from tests.reports.hostile import HOSTILE, report_full_of
from tests.reports.sample_report import check, item, report, sample_report

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


def without_colour(text: str) -> str:
    return "\n".join(line.rstrip() for line in COLOUR.sub("", text).split("\n"))


@pytest.mark.parametrize("name", RENDERINGS)
def test_the_sample_report_looks_as_it_did(name: str) -> None:
    expected = (FOLDER / name).read_text(encoding="utf-8")
    assert RENDERINGS[name]() == expected, "run `python -m tests.reports.golden` and read the difference"


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_coloured_report_is_the_plain_one_with_colours(lang: str, width: int) -> None:
    coloured = terminal.render(sample_report(), lang, width)
    assert COLOUR.search(coloured)
    assert without_colour(coloured) == plain.render(sample_report(), lang, width)


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("width", [60, 80, 100])
def test_no_line_is_wider_than_the_terminal(lang: str, width: int) -> None:
    shown = plain.render(sample_report(), lang, width)
    assert max(columns(line) for line in shown.split("\n")) <= width


@pytest.mark.parametrize(("name", "value"), [("TERM", "dumb"), ("COLUMNS", "40"), ("NO_COLOR", "1")])
def test_what_is_rendered_depends_on_no_variable(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = terminal.render(sample_report(), "en", 100)
    monkeypatch.setenv(name, value)
    assert terminal.render(sample_report(), "en", 100) == expected


def test_the_plain_report_has_no_colour_and_no_trailing_spaces() -> None:
    shown = FORMATS["terminal"](sample_report(), "en")
    assert "\x1b" not in shown
    assert all(line == line.rstrip() for line in shown.split("\n"))
    assert shown.endswith("\n")
    assert "\n\n\n" not in shown


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_shown_and_does_nothing(text: str) -> None:
    shown = plain.render(report_full_of(text), "en")
    assert all(line.isprintable() for line in shown.split("\n"))
    assert not any(line.lstrip().startswith("::") for line in shown.split("\n"))
    assert not re.search(r"##\w*\[", shown)
    # A line that is escaped as a workflow command may grow by the escape.
    assert max(columns(line) for line in shown.split("\n")) <= 83
    assert without_colour(terminal.render(report_full_of(text), "en")) == shown


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_moves_no_line_of_ours(text: str) -> None:
    """The lines that say what was earned are those of a harmless report, at the same number of times."""

    def scores(name: str) -> list[str]:
        rows = plain.render(report_full_of(name), "en").split("\n")
        return [row[:24] for row in rows if re.match(r"(Points  |  Softmax  |  Masks  |Softmax: |! )", row)]

    assert scores(text) == scores("softmax")


def test_rich_markup_of_a_student_is_shown_literally() -> None:
    shown = without_colour(terminal.render(report_full_of("[bold red]x[/] [/foo] :boom:"), "en"))
    assert "[bold red]x[/] [/foo] :boom:" in shown


def test_a_message_never_fills_the_screen() -> None:
    long = Text("{asked}", {"asked": "word " * 500})
    deep = Text("a\n" * 60)
    for message in (long, deep):
        shown = plain.render(
            report(item("x", {"en": "X"}, ItemState.FAILED, check("v", Verdict.WRONG, 0, 1, message))), "en"
        )
        below = shown[shown.index("- v: no") :].rstrip("\n").split("\n")[1:]
        assert len(below) <= MOST_MESSAGE_LINES


def test_many_findings_are_counted_rather_than_listed() -> None:
    findings = tuple(Finding(Level.ERROR, Text("cell failed"), n) for n in range(1, 31))
    shown = plain.render(report(findings=findings), "en")
    assert shown.count("cell failed") == MOST_FINDINGS
    assert f"and {30 - MOST_FINDINGS} more" in shown


def test_what_could_not_be_graded_never_looks_like_a_zero() -> None:
    broken = item("x", {"en": "MiniGPT"}, ItemState.UNGRADABLE, check("v", Verdict.UNGRADABLE, 0, 8))
    shown = plain.render(report(broken, complete=False), "en")
    assert "0 of 8; 8 could not be graded" in shown
    assert re.search(r"not graded +\? / 8", shown)
    assert "not complete" in shown
    assert "(-8)" not in shown


def test_an_incomplete_report_says_so_even_when_all_checks_were_judged() -> None:
    whole = item("x", {"en": "X"}, ItemState.PASSED, check("v", points=1))
    assert "1 of 1; not complete" in plain.render(report(whole, complete=False), "en")


def test_what_waits_for_the_teacher_is_listed() -> None:
    shown = plain.render(sample_report(), "en")
    assert "4 for the teacher to decide" in shown
    assert "For the teacher's eye: Transformer block." in shown


def test_a_weak_isolation_is_warned_of_and_a_full_one_is_not() -> None:
    assert 'Isolation is "none"' in plain.render(report(isolation="none"), "en")
    assert "Isolation is" not in plain.render(report(isolation="full"), "en")


def test_a_perfect_report_is_short() -> None:
    items = [item(str(n), {"en": f"Item {n}"}, ItemState.PASSED, check("v", points=1)) for n in range(9)]
    shown = plain.render(report(*items), "en")
    assert len(shown.split("\n")) < 20


def test_one_message_for_every_check_of_an_item_is_said_once_without_listing_them() -> None:
    shown = plain.render(sample_report(), "en")
    assert shown.count("defines nothing called causal_mask") == 1
    assert "all 3 checks: nothing to check (-8)" in shown


def test_two_checks_are_both() -> None:
    two = (check(id_, Verdict.WRONG, message=Text("None came back.")) for id_ in ("values", "sums"))
    shown = plain.render(report(item("softmax", {"en": "Softmax"}, ItemState.FAILED, *two)), "en")
    assert "both checks: no (-2)" in shown


def test_checks_that_fail_alike_are_listed_with_their_one_message_below() -> None:
    message = Text("{asked}: None came back.", {"asked": "f(x)"})
    checks = [check("a", points=1), *(check(c, Verdict.WRONG, 0, 2, message) for c in ("b", "c"))]
    shown = plain.render(report(item("x", {"en": "X"}, ItemState.PARTIAL, *checks)), "en")
    assert "  - b: no (-2)\n  - c: no (-2)\n    f(x): None came back.\n" in shown


def test_checks_without_a_message_are_listed_one_by_one() -> None:
    alike = [check(c, Verdict.SKIPPED) for c in ("first", "second")]
    shown = plain.render(report(item("x", {"en": "X"}, ItemState.FAILED, check("third", points=1), *alike)), "en")
    assert "- first: not tried (-1)" in shown
    assert "- second: not tried (-1)" in shown


def test_hidden_checks_are_shown_to_the_teacher() -> None:
    assert "divided by √d_k: no (-4)" in plain.render(sample_report(), "en")


def test_every_state_verdict_and_level_has_its_own_word() -> None:
    for enum, words in ((ItemState, STATES), (Verdict, VERDICTS), (Level, LEVELS)):
        assert set(words) == set(enum)
        assert len({text.template for text in words.values()}) == len(words)


@pytest.mark.parametrize(
    ("points", "limit", "shown"),
    [
        ("8", "8", "8"),
        ("15/2", "8", "7.5"),
        ("8/3", "8", "2.67"),
        ("79999/10000", "8", "7.99"),  # not 8
        ("1/100000", "8", "0.01"),  # not 0
        ("0", "8", "0"),
        ("100", "100", "100"),
    ],
)
def test_points_are_rounded_but_never_to_all_or_nothing(points: str, limit: str, shown: str) -> None:
    assert number(Fraction(points), Fraction(limit)) == shown


def test_points_for_programs_have_four_decimals() -> None:
    assert rounded(Fraction(8, 3)) == 2.6667
    assert rounded(Fraction(8)) == 8
    assert isinstance(rounded(Fraction(8)), int)


def test_rendering_is_pure() -> None:
    before = dataclasses.astuple(sample_report().items[0])
    assert FORMATS["terminal"](sample_report(), "es") == FORMATS["terminal"](sample_report(), "es")
    assert dataclasses.astuple(sample_report().items[0]) == before


def test_the_plain_report_does_not_import_rich() -> None:
    code = "import sys, grader.reports; assert 'rich' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("form", "said"), [("python", "Found as f."), ("either", "Found as f."), ("torch", "(torch form)")]
)
def test_a_form_is_named_only_where_there_are_several(form: str, said: str) -> None:
    """Plain Python that returns a number isn't said to be NumPy's."""
    one = item(
        "kv_cache", {"en": "KV"}, ItemState.PARTIAL, check("exact", Verdict.WRONG), found_as={"f": "f"}, form=form
    )
    assert said in plain.render(report(one), "en")
