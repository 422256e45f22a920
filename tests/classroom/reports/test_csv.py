"""The tables: what a program reads back, and what a spreadsheet would do with them."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.classroom.reports import FORMATS
from grader.classroom.reports.csv_long import COLUMNS
from grader.classroom.reports.csv_wide import BEFORE_ITEMS, BEHIND_ITEMS
from grader.classroom.reports.spreadsheet import written
from grader.classroom.results import ClassResults
from grader.classroom.standings import rows
from tests.classroom.reports.sample_class import NAMES, class_of, sample_class, with_names
from tests.reports.hostile import HOSTILE

PAGE = Path(__file__).parents[3] / "docs" / "class-report.md"
TABLES = ["csv_wide", "csv_long"]


def read(text: str) -> list[dict[str, str]]:
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text[1:], newline=""), strict=True))


def table(format: str, results: ClassResults) -> list[dict[str, str]]:
    return read(FORMATS[format](results))


def test_the_wide_table_has_a_line_per_student_and_a_column_per_item() -> None:
    found = table("csv_wide", sample_class())
    assert list(found[0]) == [*BEFORE_ITEMS, "item_softmax", "item_attention", "item_masks", *BEHIND_ITEMS]
    assert [one["student"] for one in found] == [*NAMES, "ines"]
    bea = found[1]
    assert (bea["name"], bea["points"], bea["item_attention"]) == ("Beatriz Núñez", "12", "0")
    assert bea["flags"] == "several_notebooks masks:follow_through"
    assert bea["misconceptions"] == "softmax/no_max_subtraction attention/no_scaling"


def test_what_is_not_graded_is_an_empty_cell() -> None:
    found = {one["student"]: one for one in table("csv_wide", sample_class())}
    numbers = ("points", "item_softmax", "item_attention", "item_masks")
    assert [found["eva"][column] for column in numbers] == ["", "", "", "4"]
    assert [found["guo"][column] for column in (*numbers, "so_far")] == [""] * 5
    assert [found["ines"][column] for column in (*numbers, "so_far", "open_points")] == [""] * 6
    assert found["hacker"]["points"] == "0"


def test_the_long_table_has_a_line_per_student_and_item_and_the_same_points() -> None:
    results = class_of(40, missing=2)
    wide = {one["student"]: one for one in table("csv_wide", results)}
    long = table("csv_long", results)
    assert list(long[0]) == list(COLUMNS)
    assert len(long) == 42 * 9
    for one in long:
        assert one["points"] == wide[one["student"]][f"item_{one['item']}"]


@pytest.mark.parametrize("format", TABLES)
def test_lines_end_as_the_standard_says(format: str) -> None:
    text = FORMATS[format](with_names("two\nlines\r\nof\u2028text"))
    assert text.endswith("\r\n")
    assert not re.search(r"(?<!\r)\n|\r(?!\n)", text)
    assert len(text.split("\r\n")) == len(read(text)) + 2
    assert "two lines of text" in text


STARTS = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", " =", '"=', "'=", "\r\n=", " \t@", "''+"]


@pytest.mark.parametrize("start", STARTS)
def test_a_text_that_could_be_a_formula_has_an_apostrophe_in_front(start: str) -> None:
    (row,) = csv.reader(io.StringIO(written(("x",), [(f"{start}1+1", -1, -0.5, 0)])[1:].split("\r\n")[1]), strict=True)
    assert row[0].startswith("'")
    assert row[1:] == ["-1", "-0.5", "0"]


@pytest.mark.parametrize("text", ["Ana", "O'Neill", "a=b", "x - y", "50 %", "1e5", "", "Núñez, Ana", 'the "best"'])
def test_other_text_stays_as_it_is(text: str) -> None:
    assert list(csv.reader(io.StringIO(written(("x", "y"), [(text, 1)])[1:]), strict=True))[1] == [text, "1"]


@given(st.lists(st.one_of(st.text(), st.none(), st.integers(-9, 9)), min_size=2, max_size=5))
def test_any_text_is_one_cell_that_is_no_formula(values: list[str | int | None]) -> None:
    text = written(["x"] * len(values), [values, values])
    text.encode("utf-8")
    header, first, second = csv.reader(io.StringIO(text[1:], newline=""), strict=True)
    assert first == second
    assert len(header) == len(first) == len(values)
    for value, cell in zip(values, first, strict=True):
        assert isinstance(value, int) or not re.match(r"""[\s"]*[=+\-@＝＋－＠]""", cell)
        assert "\n" not in cell


@pytest.mark.parametrize("format", TABLES)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_costs_no_line_and_no_number(format: str, text: str) -> None:
    hostile, plain = FORMATS[format](with_names(text)), table(format, with_names("plain"))
    hostile.encode("utf-8")
    assert all(line.isprintable() for line in hostile[1:].split("\r\n"))
    for one, other in zip(read(hostile), plain, strict=True):
        for column in one:
            if column not in ("name", "title", "source"):
                assert one[column] == other[column]
        assert len(one["name"]) < 8000


@pytest.mark.parametrize("format", TABLES)
def test_a_hostile_id_is_guarded_too(format: str) -> None:
    results = sample_class()
    first = replace(results.results[0], student="=cmd|'/c calc'!A1")
    found = table(format, replace(results, results=(first,), missing=("@SUM(A1)",)))
    assert {one["student"] for one in found} == {"'=cmd|'/c calc'!A1", "'@SUM(A1)"}


def test_points_are_numbers_with_a_decimal_point() -> None:
    results = class_of(30)
    points = {row.student: row.points for row in rows(results)}
    for one in table("csv_wide", results):
        assert re.fullmatch(r"\d*(\.\d{1,4})?", one["points"])
        known = points[one["student"]]
        assert one["points"] == "" if known is None else float(one["points"]) == pytest.approx(known, abs=1e-9)


@pytest.mark.parametrize("format", TABLES)
def test_an_anonymous_table_has_the_same_columns(format: str) -> None:
    named, anonymous = (FORMATS[format](sample_class(), anonymize=hidden) for hidden in (False, True))
    assert named.split("\r\n")[0] == anonymous.split("\r\n")[0]
    assert {one["name"] for one in read(anonymous)} == {""}


def test_the_page_documents_every_column() -> None:
    documented = set(re.findall(r"`([a-z0-9_]+)`", PAGE.read_text(encoding="utf-8")))
    assert {*COLUMNS, *BEFORE_ITEMS, *BEHIND_ITEMS} <= documented
