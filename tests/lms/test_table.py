"""Somebody else's CSV file: one cell changes, and no other byte."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import UsageError
from grader.lms.table import read_table, rewritten

ROWS = [["Student", "ID", "HW, 1"], ['Núñez, "Ana"', "7", "3,5"], ["line BREAK", "", "x"], ["", "9", ""]]


def as_csv(rows: list[list[str]], delimiter: str = ",", end: str = "\r\n", quoting: int = csv.QUOTE_MINIMAL) -> str:
    made = io.StringIO()
    csv.writer(made, delimiter=delimiter, lineterminator=end, quoting=quoting).writerows(rows)  # type: ignore[arg-type]
    return made.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\r\n", "\n", "\r"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_only_the_cell_changes_whatever_the_file_is_written_like(
    encoding: str, end: str, quoting: int, delimiter: str
) -> None:
    rows = [[value.replace(" BREAK", f"{end}break") for value in row] for row in ROWS]
    data = as_csv(rows, delimiter, end, quoting).encode(encoding)
    table = read_table(data, "a.csv")
    assert [[cell.value for cell in row] for row in table.rows] == rows
    assert rewritten(table, {}) == data
    after = [*rows[:1], [*rows[1][:2], "9,75"], *rows[2:]]
    assert rewritten(table, {(1, 2): "9,75"}) == as_csv(after, delimiter, end, quoting).encode(encoding)


@given(st.lists(st.lists(st.text(st.characters(exclude_categories=["Cs"])), min_size=2, max_size=4), min_size=1))
def test_any_table_of_pythons_writer_is_read_as_it_was_and_comes_back_byte_by_byte(rows: list[list[str]]) -> None:
    rows = [["a,b", "b"], *rows]
    data = as_csv(rows).encode()
    table = read_table(data, "a.csv")
    assert rewritten(table, {}) == data
    if table.delimiter == ",":
        assert [[cell.value for cell in row] for row in table.rows] == rows


@given(st.binary(max_size=200))
def test_any_bytes_come_back_or_are_refused(data: bytes) -> None:
    try:
        table = read_table(data, "a.csv")
    except UsageError:
        return
    assert rewritten(table, {}) == data


def test_a_quotation_mark_that_is_never_closed_is_refused_with_its_row() -> None:
    with pytest.raises(UsageError, match="row 2"):
        read_table(b'a,b\n"c,d\n', "a.csv")


def test_a_last_row_without_a_line_end_stays_without() -> None:
    table = read_table(b"a,b\n1,", "a.csv")
    assert table.value(1, 1) == ""
    assert rewritten(table, {(1, 1): "5"}) == b"a,b\n1,5"
