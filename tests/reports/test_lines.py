"""Wrapping and tables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.reports.lines import Span, columns, fitted, paragraph, plain_text, table, wrapped

words = st.text(st.sampled_from("abc漢é \u0301x"), max_size=200)


@given(words, st.integers(8, 60))
def test_no_line_is_wider_than_asked(text: str, width: int) -> None:
    assert all(columns(line) <= width for line in wrapped(text, width))


@given(words, st.integers(8, 60))
def test_wrapping_loses_no_letter(text: str, width: int) -> None:
    assert "".join("".join(wrapped(text, width)).split()) == "".join(text.split())


def test_a_code_line_keeps_its_indentation_when_it_goes_on() -> None:
    assert wrapped("error\n    a = bb + cc", 12) == ["error", "    a = bb +", "    cc"]


def test_wide_letters_take_two_columns_and_marks_none() -> None:
    assert columns("漢字e\u0301") == 5


def test_a_paragraph_hangs_below_its_lead() -> None:
    assert [plain_text(line) for line in paragraph("one two three", 12, indent=1, lead="- ")] == [
        " - one two",
        "   three",
    ]


def test_a_long_paragraph_is_cut_with_dots() -> None:
    shown = [plain_text(line) for line in paragraph("a b c d", 10, most_lines=2, indent=9)]
    assert len(shown) <= 2
    shown = [plain_text(line) for line in paragraph("1\n2\n3\n4", 10, most_lines=3)]
    assert shown == ["1", "2", "..."]


def test_a_table_aligns_its_columns() -> None:
    rows = [(Span("ab"), Span("1"), Span("x")), (Span("a"), Span("10"), Span("yy"))]
    assert [plain_text(line) for line in table(rows, 40, right=(1,))] == ["  ab   1  x", "  a   10  yy"]


@pytest.mark.parametrize("width", [40, 50, 80])
def test_a_table_keeps_within_its_width_by_wrapping_the_first_and_last_column(width: int) -> None:
    rows = [(Span("Attention by " * 4), Span("not passed"), Span("3 / 4"), Span("a_very_long_name_indeed" * 2))] * 2
    shown = [plain_text(line) for line in table(rows, width)]
    assert max(map(columns, shown)) <= width


def test_fitted_cuts_with_dots() -> None:
    assert fitted("abcdefgh", 6) == "abc..."
    assert fitted("abcdef", 6) == "abcdef"
    assert columns(fitted("漢字漢字", 6)) <= 6
