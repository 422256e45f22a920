"""What a cell of the table of points says, and which answer a message holds."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grader.awards import points_given
from grader.checks.free_text import answer_in, for_the_teacher, shown
from grader.classroom.awards import Award
from grader.classroom.review_table import Filled
from grader.model import Text


@pytest.mark.parametrize(
    ("text", "points_"),
    [("7", 7), (" 7.5 ", Fraction(15, 2)), ("7,5", Fraction(15, 2)), (",5", Fraction(1, 2)), ("7.", 7), ("0", 0)],
)
def test_points_have_a_decimal_point_or_comma(text: str, points_: Fraction) -> None:
    assert points_given(text) == points_


@pytest.mark.parametrize("text", ["", "-1", "1e3", "1/2", "1.000,5", "1,2,3", ".", ",", "٣", "x", "7 5"])
def test_anything_else_is_no_number_of_points(text: str) -> None:
    assert points_given(text) is None


def test_an_answer_alone_is_found_in_its_message() -> None:
    assert str(answer_in(for_the_teacher(shown("a" * 700)))) == "a" * 700
    assert answer_in(Text("{text}", {"text": Text("x")})) is None


def test_points_of_a_third_are_the_same_as_they_are_shown() -> None:
    third = Award("0" * 64, Fraction(8, 3))
    assert not Filled(2, "ana", "x", "2,67", "", "").differs_from(third)
    assert Filled(2, "ana", "x", "2,6", "", "").differs_from(third)
    assert Filled(2, "ana", "x", "x", "", "").differs_from(third)
    assert Filled(2, "ana", "x", "", "why", "").differs_from(third)
    assert not Filled(2, "ana", "x", "", "", "").differs_from(third)
    assert not Filled(2, "ana", "x", "", "", "").differs_from(None)
    assert Filled(2, "ana", "x", "0", "", "").differs_from(None)
