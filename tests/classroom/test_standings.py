"""The class's table: everybody stands in it, and what isn't final has no points."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from grader.classroom.attention import KINDS, attention, by_kind
from grader.classroom.pseudonyms import anonymized
from grader.classroom.results import Attention, ClassResults, needed
from grader.classroom.standings import CellState, Row, RowState, rows
from grader.classroom.statistics import item_statistics
from grader.model import ItemState
from tests.classroom.reports.sample_class import class_of, sample_class, with_other_notebooks


def row(results: ClassResults, student: str) -> Row:
    return next(one for one in rows(results) if one.student == student)


def test_everybody_stands_in_the_table_the_absent_last() -> None:
    table = rows(sample_class())
    assert [one.student for one in table] == ["ana", "bea", "carlos", "eva", "fede", "guo", "hacker", "ines"]
    assert all(len(one.cells) == 3 for one in table)


def test_each_way_of_standing() -> None:
    states = {one.student: one.state for one in rows(sample_class())}
    assert states == {
        "ana": RowState.GRADED,
        "bea": RowState.GRADED,
        "carlos": RowState.GRADED,
        "eva": RowState.OPEN,
        "fede": RowState.OPEN,
        "guo": RowState.NOT_GRADED,
        "hacker": RowState.GRADED,
        "ines": RowState.NO_SUBMISSION,
    }


@pytest.mark.parametrize("seed", range(3))
def test_points_add_up(seed: int) -> None:
    for one in rows(class_of(120, seed=seed, missing=3)):
        assert sum(cell.max_points for cell in one.cells) == one.max_points
        if one.state is RowState.GRADED:
            assert sum(cell.points or 0 for cell in one.cells) == pytest.approx(one.points, abs=1e-3)
            assert one.open_points == 0
        else:
            assert one.points is None
        if one.state is RowState.OPEN:
            assert sum(cell.so_far or 0 for cell in one.cells) == pytest.approx(one.so_far or 0, abs=1e-3)
            assert (one.so_far or 0) + (one.open_points or 0) <= one.max_points + 1e-3


def test_what_is_open_is_no_zero() -> None:
    """Eva's attention could not be graded at all, her softmax by half."""
    eva = row(sample_class(), "eva")
    assert [(cell.points, cell.so_far, cell.open_points) for cell in eva.cells] == [
        (None, 4, 4),
        (None, None, 16),
        (4, 4, 0),
    ]
    assert (eva.points, eva.so_far, eva.open_points) == (None, 8, 20)
    guo = row(sample_class(), "guo")
    assert (guo.points, guo.so_far, guo.open_points) == (None, None, 32)
    assert all(cell.points is None and cell.state is CellState.NOT_GRADED for cell in guo.cells)


def test_a_zero_that_was_earned_is_a_zero() -> None:
    hacker = row(sample_class(), "hacker")
    assert (hacker.points, hacker.so_far) == (0, 0)
    assert hacker.cells[0].flags == ("forfeit",)
    assert hacker.cells[1].state is CellState.MISSING


def test_a_report_that_is_not_complete_has_no_final_points_though_no_item_is_open() -> None:
    results = sample_class()
    first = results.results[0]
    broken = replace(first, report={**(first.report or {}), "complete": False})
    ana = row(replace(results, results=(broken, *results.results[1:])), "ana")
    assert (ana.state, ana.points, ana.so_far) == (RowState.OPEN, None, 32)


def test_an_item_that_the_report_lacks_is_not_graded() -> None:
    results = sample_class()
    first = results.results[0]
    report = dict(first.report or {})
    fewer = replace(first, report={**report, "items": report["items"][1:]})
    ana = row(replace(results, results=(fewer,)), "ana")
    assert (ana.state, ana.cells[0].state, ana.cells[0].points) == (RowState.OPEN, CellState.NOT_GRADED, None)


def test_the_states_of_a_report_are_states_of_a_cell() -> None:
    assert {state.value for state in ItemState} <= {state.value for state in CellState}


def test_flags_name_what_happened() -> None:
    results = sample_class()
    assert row(results, "carlos").cells[2].flags == ("raised", "timed_out")
    assert row(results, "carlos").flags == ("cell_failed",)
    assert row(results, "bea").flags == ("several_notebooks",)
    assert row(results, "bea").cells[2].flags == ("follow_through",)


def test_a_notebook_without_code_has_no_cell_that_failed() -> None:
    """Its error is about the notebook as a whole."""
    assert "cell_failed" in row(stopped("ana", ("error", 7, {"ending": "crashed"})), "ana").flags
    assert "cell_failed" not in row(stopped("ana", ("error", None, {})), "ana").flags


def told(results: ClassResults) -> list[tuple[str, str]]:
    table = rows(results)
    return [(e.kind, e.student) for e in attention(results, table, item_statistics(table, results))]


def test_what_the_table_shows_needs_attention_too() -> None:
    assert told(sample_class()) == [
        ("several_notebooks", "bea"),
        ("no_notebook", ""),
        ("call_ended", "carlos"),
        ("incomplete", "eva"),
        ("for_review", "fede"),
        ("not_graded", "guo"),
        ("forfeit", "hacker"),
        ("no_submission", "ines"),
        ("isolation", ""),
    ]


def test_a_notebook_of_another_assignment_needs_attention_under_a_pseudonym_too() -> None:
    results = sample_class()
    first = results.results[0]
    report = dict(first.report or {})
    note = {"level": "warning", "message": "graded as another", "cell": None, "details": {"another_assignment": "lab"}}
    changed = replace(first, report=needed({**report, "findings": [note]}, {}))
    of_another = replace(results, results=(changed, *results.results[1:]))
    assert ("another_assignment", "ana") in told(of_another)
    assert "another_assignment" in row(of_another, "ana").flags
    assert [kind for kind, _ in told(anonymized(of_another))].count("another_assignment") == 1


def test_of_a_notebook_for_another_assignment_is_said_whether_it_is_counted() -> None:
    for found, said in ((1, True), (2, False)):
        results = with_other_notebooks("ana", found=found)
        table = rows(results)
        entries = attention(results, table, item_statistics(table, results))
        (text,) = (entry.text for entry in entries if entry.kind == "another_assignment")
        assert ("It isn't counted in the class's figures." in text) is said


def stopped(student: str, *findings: tuple[str, int | None, dict[str, str]]) -> ClassResults:
    """The sample class, where cells of `student`'s notebook stopped: level, number, details."""
    results = sample_class()
    noted = [
        {"level": level, "message": "Said in the report.", "cell": cell, "details": details}
        for level, cell, details in findings
    ]
    changed = tuple(
        replace(one, report=needed({**one.report, "findings": noted}, {}))
        if one.student == student and one.report is not None
        else one
        for one in results.results
    )
    return replace(results, results=changed)


def said_of_cells(results: ClassResults) -> list[str]:
    table = rows(results)
    return [e.text for e in attention(results, table, item_statistics(table, results)) if e.kind == "cell_failed"]


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        ("crashed", "the Python process ended"),
        ("flooded", "printed too much"),
        ("timed_out", "took too long"),
        ("not_run", "wasn't run"),
    ],
)
def test_a_cell_that_was_left_out_needs_attention_even_under_a_pseudonym(ending: str, words: str) -> None:
    results = stopped("ana", ("error", 7, {"ending": ending}))
    assert said_of_cells(results) == [f"cell 7: {words}"]
    assert said_of_cells(anonymized(results)) == [f"cell 7: {words}"]


def test_a_cell_that_cannot_be_read_needs_attention_where_whole_items_are_not_there() -> None:
    """Hacker's attention and masks weren't found; Ana has everything, so her slip cost her nothing."""
    unread = ("warning", 2, {"ending": "raised", "unread": "yes"})
    (text,) = said_of_cells(stopped("hacker", unread, ("warning", 3, {"ending": "raised"})))
    assert text == (
        "cell 2: can't be read as Python. Nothing to check in: Scaled dot-product attention, Causal and padding masks"
    )
    assert said_of_cells(stopped("ana", unread)) == []


def test_an_error_that_a_cell_raised_is_no_matter_for_the_teacher() -> None:
    assert said_of_cells(stopped("hacker", ("warning", 3, {"ending": "raised"}))) == []


def with_missing(student: str, *items: str) -> ClassResults:
    """The sample class, where nothing stands for `items` in `student`'s notebook, which ran without an error."""
    results = sample_class()
    changed = []
    for one in results.results:
        report = one.report
        if one.student == student and report is not None:
            found = [{**i, "state": "missing", "points": 0} if i["id"] in items else i for i in report["items"]]
            report = needed({**report, "findings": [], "items": found}, {})
        changed.append(replace(one, report=report))
    return replace(results, results=tuple(changed))


def test_a_notebook_that_has_nothing_in_the_end_needs_attention() -> None:
    """Such as one whose last cell deletes all names."""
    results = with_missing("ana", "softmax", "attention", "masks")
    assert ("nothing_left", "ana") in told(results)
    assert [kind for kind, _ in told(anonymized(results))].count("nothing_left") == 1


def test_a_notebook_that_has_something_in_the_end_is_no_matter_for_the_teacher() -> None:
    assert "nothing_left" not in {kind for kind, _ in told(with_missing("ana", "softmax", "attention"))}


def test_a_question_that_ended_the_process_needs_attention_by_its_item() -> None:
    results = sample_class()
    entries = attention(results, rows(results), item_statistics(rows(results), results))
    (text,) = (entry.text for entry in entries if entry.kind == "call_ended")
    assert text == "Causal and padding masks: took too long"
    ends = {"values": "crashed", "scaled": "out_of_memory"}
    changed = tuple(
        replace(one, report={**one.report, "items": [_ending(item, ends) for item in one.report["items"]]})
        if one.student == "ana" and one.report is not None
        else one
        for one in results.results
    )
    worse = replace(results, results=changed)
    said = attention(worse, rows(worse), item_statistics(rows(worse), worse))
    (text,) = (entry.text for entry in said if entry.kind == "call_ended" and entry.student == "ana")
    assert text == "Scaled dot-product attention: the Python process ended, out of memory"


def _ending(item: Mapping[str, Any], ends: Mapping[str, str]) -> dict[str, Any]:
    if item["id"] != "attention":
        return dict(item)
    return {**item, "checks": [{**check, "verdict": ends[check["id"]]} for check in item["checks"]]}


@pytest.mark.parametrize(
    "entry",
    [Attention("not_graded", "The grader failed.", "guo"), Attention("unreadable", "This file is empty.", "guo")],
)
def test_what_the_run_has_said_is_not_said_twice(entry: Attention) -> None:
    said = told(replace(sample_class(), attention=(entry,)))
    assert [kind for kind, student in said if student == "guo"] == [entry.kind]


def test_an_item_against_the_rest_needs_attention() -> None:
    results = class_of(60, items=3, seed=2)
    assert "negative_discrimination" not in {kind for kind, _ in told(results)}
    turned = []
    for result in results.results:
        items = [dict(item) for item in (result.report or {"items": ()})["items"]]
        for item in items[:1]:
            item["points"] = item["max_points"] - item["points"]
        turned.append(result if result.report is None else replace(result, report={**result.report, "items": items}))
    assert "negative_discrimination" in {kind for kind, _ in told(replace(results, results=tuple(turned)))}


def test_attention_is_grouped_the_gravest_first_and_unknown_kinds_last() -> None:
    entries = [Attention(kind, "") for kind in ("a_new_kind", "no_submission", "not_graded", "no_submission")]
    groups = by_kind(entries, "en")
    assert [(group.kind, len(group.entries)) for group in groups] == [
        ("not_graded", 1),
        ("no_submission", 2),
        ("a_new_kind", 1),
    ]
    assert groups[-1].title == "a_new_kind"
    assert groups[0].title == str(KINDS["not_graded"])
