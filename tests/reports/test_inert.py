"""Student text is shown and does nothing."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.reports import inert
from grader.reports.inert import LONGEST_VALUE, harmless_line, visible
from tests.reports.hostile import HOSTILE


@pytest.mark.parametrize("code", [*range(32), *range(127, 160)])
def test_every_control_character_becomes_a_visible_escape(code: int) -> None:
    shown = visible(f"a{chr(code)}b")
    assert shown.isascii()
    assert shown.isprintable()
    assert re.fullmatch(r"a\\(x[0-9a-f]{2}|[nrt])b", shown)


@given(st.text(st.characters(), max_size=50))
def test_what_is_shown_is_one_printable_line(text: str) -> None:
    shown = visible(text)
    assert shown.isprintable()
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for c in shown)
    shown.encode("utf-8")


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=80))
def test_printable_ascii_stays_as_it_is_but_for_ci_commands(text: str) -> None:
    assert visible(text).replace("\\x23", "#") == text


@pytest.mark.parametrize("text", ["máscara de atención ñ ¿?", "Σ softmax(QKᵀ/√d_k)", "漢字 кириллица عربي", "e\u0301"])
def test_letters_of_every_language_stay_as_they_are(text: str) -> None:
    assert visible(text) == text


def test_a_long_value_is_cut_and_says_by_how_much() -> None:
    assert visible("x" * (LONGEST_VALUE + 7)) == "x" * LONGEST_VALUE + "... (+7)"
    assert visible("x" * LONGEST_VALUE) == "x" * LONGEST_VALUE


def test_marks_cannot_pile_up_over_other_lines() -> None:
    shown = visible(HOSTILE["stacked marks"])
    assert shown.startswith("Z\u0351\u0351\\u0351")
    assert visible("\u0351e\u0301a\u0301") == "\u0351e\u0301a\u0301"


@pytest.mark.parametrize("line", ["::error::x", "   ::error::x", "::"])
def test_no_line_starts_like_a_workflow_command(line: str) -> None:
    assert not harmless_line(line).lstrip().startswith("::")


def test_a_line_that_is_no_command_is_left_alone() -> None:
    assert harmless_line("  at::native: x[::2]") == "  at::native: x[::2]"


@pytest.mark.parametrize("command", ["##[group]", "##vso[task]", "##teamcity[x]", "###[a]"])
def test_old_workflow_commands_are_broken_up(command: str) -> None:
    assert not re.search(r"##\w*\[", visible(f"see {command}"))


def test_what_is_taken_for_plain_has_nothing_unseen_and_no_mark_in_all_of_unicode() -> None:
    """The short way out is taken only where the long one would change nothing."""
    plain = [c for c in map(chr, range(0x110000)) if c.isprintable() and inert._PLAIN.fullmatch(c)]
    assert len(plain) > 2000
    assert [c for c in plain if not inert.is_visible(c) or unicodedata.category(c) in ("Mn", "Me")] == []
